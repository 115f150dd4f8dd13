/** Errors in a Dockerfile that can be found without building it. */

const INSTRUCTIONS =
  'ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR'.split(
    ' ',
  )
/** Only these take a here-document. */
const WITH_DOCUMENTS = ['RUN', 'COPY', 'ADD']

interface Problem {
  readonly line: number
  readonly message: string
}

export const isDockerfile = (name: string): boolean =>
  /^(?:Dockerfile|Containerfile)(?:\.[\w-]+)*$|\.(?:dockerfile|containerfile)$/i.test(name) &&
  !/\.(?:j2|tmpl|tpl|template|erb|dockerignore|md)$/i.test(name)

export function dockerfileProblem(text: string): Problem | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const escape = escapeIn(lines)
  let hasBase = false
  for (let at = 0; at < lines.length; at++) {
    const first = lines[at] ?? ''
    if (isBlank(first)) continue
    const line = at + 1
    const whole: string[] = []
    // A line that ends in the escape continues; comments and blank lines in between do not count.
    for (; at < lines.length; at++) {
      const part = lines[at] ?? ''
      if (whole.length > 0 && isBlank(part)) continue
      const goesOn = part.trimEnd().endsWith(escape)
      whole.push(goesOn ? part.trimEnd().slice(0, -1) : part)
      if (!goesOn) break
    }
    const instruction = whole.join(' ').trim()
    const [word = ''] = instruction.split(/\s/, 1)
    const name = word.toUpperCase()
    const problem = problemOf(name, instruction.slice(word.length).trim(), hasBase)
    if (problem !== undefined) return { line, message: problem }
    hasBase ||= name === 'FROM'
    if (!WITH_DOCUMENTS.includes(name)) continue
    for (const { word: end, tabs } of documentsIn(instruction)) {
      at++
      while (at < lines.length && (tabs ? lines[at]?.replace(/^\t+/, '') : lines[at]) !== end) at++
      if (at >= lines.length) return { line, message: `the here-document \`${end}\` does not end` }
    }
  }
  return hasBase ? undefined : { line: 1, message: 'there is no FROM' }
}

const isBlank = (line: string): boolean => /^\s*(?:#.*)?$/.test(line)

/** `# escape=` counts only at the very top, among other directives. */
function escapeIn(lines: readonly string[]): string {
  for (const line of lines) {
    const [, name, value] = /^\s*#\s*(\w+)\s*=\s*(\S+)\s*$/.exec(line) ?? []
    if (name === undefined) break
    if (name.toLowerCase() === 'escape' && value === '`') return '`'
  }
  return '\\'
}

function problemOf(name: string, rest: string, hasBase: boolean): string | undefined {
  if (!INSTRUCTIONS.includes(name)) return `\`${name.slice(0, 40)}\` is not an instruction`
  if (!hasBase && name !== 'FROM' && name !== 'ARG') return `${name} comes before FROM`
  if (rest === '') return `${name} needs an argument`
  if (name === 'ONBUILD') {
    const inner = rest.split(/\s/, 1)[0]?.toUpperCase() ?? ''
    return INSTRUCTIONS.includes(inner) && !['FROM', 'ONBUILD', 'MAINTAINER'].includes(inner)
      ? undefined
      : `ONBUILD does not allow \`${inner.slice(0, 40)}\``
  }
  if (name === 'FROM' && !/^(?:--\S+\s+)*\S+(?:\s+AS\s+\S+)?$/i.test(rest)) return 'FROM is `FROM <image> [AS <name>]`'
  return undefined
}

/** `<<EOF`, `<<-"EOF"`; inside quotes they have no meaning. */
function documentsIn(instruction: string): readonly { readonly word: string; readonly tabs: boolean }[] {
  const unquoted = instruction.replace(/(?<!<<-?)(?:"(?:\\.|[^"\\])*"|'[^']*')/g, '""')
  return [...unquoted.matchAll(/(?<![<\w])<<(-?)(["']?)([A-Za-z_][\w.-]*)\2(?!<)/g)].map(([, dash, , word = '']) => ({
    word,
    tabs: dash === '-',
  }))
}
