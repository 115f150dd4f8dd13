import { UNKNOWN } from '@holdpoint/shell'
import { type FileReader, type FoundCommand, wordsToLine } from './command-text.ts'

/** Commands in JSON: scripts of package managers, tasks and settings of editors. Comments are allowed. */

type Entry = Readonly<Record<string, unknown>>

/** Scripts that a package manager runs automatically. */
const LIFECYCLE =
  /^(?:(?:pre|post)?install|(?:pre|post)?prepare|prepublish(?:Only)?|(?:pre|post)pack|(?:post)?publish|(?:pre|post)?version|dependencies|(?:pre|post)-[\w-]+)$/

export const packageCommands: FileReader = (text) => {
  const value = parsed(text)
  if (!isEntry(value)) return pairs(text)
  const hooks = [value['simple-git-hooks'], value['gitHooks'], value['lint-staged'], field(value['husky'], 'hooks')]
  return [...scriptsIn(value['scripts']), ...hooks.flatMap((one) => texts(one, 0)).map(automatic)]
}

export const scriptCommands: FileReader = (text) => {
  const value = parsed(text)
  return isEntry(value) ? [...scriptsIn(value['scripts']), ...scriptsIn(value['tasks'])] : pairs(text)
}

const scriptsIn = (value: unknown): readonly FoundCommand[] =>
  Object.entries(isEntry(value) ? value : {}).flatMap(([name, script]) =>
    texts(script, 0).map((text) => ({ text, isAutomatic: LIFECYCLE.test(name) })),
  )

const automatic = (text: string): FoundCommand => ({ text, isAutomatic: true })

/** A piece of a file: every pair in it may be a script. */
const pairs = (text: string): readonly FoundCommand[] =>
  Array.from(text.matchAll(/"([\w:./@-]+)"\s*:\s*("(?:\\.|[^"\\])*")/g), ([, name = '', value = '']) => ({
    text: texts(parsed(value), 0).join(''),
    isAutomatic: LIFECYCLE.test(name),
  }))

const RUNS =
  /(?:^|\.)(?:commands?|cmd|shell_cmd|exec|runtimeExecutable|predeploy|postdeploy|\w*Command|(?:pre|post|before|after)\w*Commands?)$/
/** A program by its path, where arguments for it stand beside. */
const PROGRAM = /^(?:path|program|executable)$/
const ARGS = ['args', 'runtimeArgs', 'arguments']

/** Everything under a key that means a command, with the arguments beside it. */
export const editorCommands: FileReader = (text, { path }) => {
  const found: FoundCommand[] = []
  const isStaged = /\.lintstagedrc/i.test(path)
  const walk = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) throw new RangeError('nested too deeply')
    if (Array.isArray(value)) for (const item of value) walk(item, depth + 1)
    if (!isEntry(value)) return
    const args = ARGS.flatMap((name) => texts(value[name], 0))
    const options = value['runOptions']
    const isAutomatic = isEntry(options) && options['runOn'] === 'folderOpen'
    for (const [key, inner] of Object.entries(value)) {
      if (isStaged || RUNS.test(key) || (PROGRAM.test(key) && args.includes('-c')))
        for (const command of texts(inner, 0))
          found.push({
            text: withoutVariables([command, ...(args.length > 0 ? [wordsToLine(args)] : [])].join(' ')),
            ...(isAutomatic && { isAutomatic }),
          })
      walk(inner, depth + 1)
    }
  }
  const value = parsed(text)
  if (value === undefined) return pairs(text)
  walk(value, 0)
  return found
}

const IN_CONTAINER = /^(?:onCreate|updateContent|postCreate|postStart|postAttach)Command$/

/** Most commands run in the container, one before it is there; `mounts` and `runArgs` are given to docker. */
export const devcontainerCommands: FileReader = (text) => {
  const value = parsed(text)
  if (!isEntry(value)) return []
  const docker = (words: readonly string[]): readonly FoundCommand[] =>
    words.length === 0
      ? []
      : [{ text: withoutVariables(`docker run ${wordsToLine(words)} image`), where: 'here' as const }]
  const mounts = Array.isArray(value['mounts']) ? value['mounts'] : []
  return [
    ...Object.entries(value).flatMap(([key, inner]) =>
      key === 'initializeCommand' || IN_CONTAINER.test(key)
        ? lines(inner).map((line) => ({
            text: withoutVariables(line),
            ...(key === 'initializeCommand' && { where: 'here' as const }),
          }))
        : [],
    ),
    ...docker(texts(value['runArgs'], 0)),
    ...mounts.flatMap((mount) => {
      if (typeof mount === 'string') return docker(['--mount', mount])
      const source = field(mount, 'source')
      return typeof source === 'string' ? docker(['-v', `${source}:/mnt`]) : []
    }),
    ...(value['privileged'] === true ? docker(['--privileged']) : []),
  ]
}

/** A text is for the shell, a list is one command, an object has several of them. */
const lines = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return [wordsToLine(texts(value, 0))]
  return isEntry(value) ? Object.values(value).flatMap(lines) : texts(value, 0)
}

/** `${workspaceFolder}` and its kind are no variables of a shell. */
const withoutVariables = (text: string): string =>
  text
    .replace(/\$\{(?:userHome|(?:local)?[eE]nv:HOME)\}/g, '$HOME')
    .replace(/\$\{(?:workspaceFolder|workspaceRoot|localWorkspaceFolder)\}/g, '.')
    .replace(/\$\{\w+:[^}]*\}|\$\{[a-z]\w*[A-Z]\w*\}/g, UNKNOWN)

const MAX_DEPTH = 60

/** Texts in a value, however deep; of objects the values. */
function texts(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value]
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply')
  if (Array.isArray(value)) return value.flatMap((item: unknown) => texts(item, depth + 1))
  if (!isEntry(value)) return []
  const { command } = value
  return typeof command === 'string' ? [command] : Object.values(value).flatMap((item) => texts(item, depth + 1))
}

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

const field = (value: unknown, name: string): unknown => (isEntry(value) ? value[name] : undefined)

/** JSON, with comments and commas too many; undefined when it is something else. */
export function parsed(text: string): unknown {
  for (const form of [text, plainJson(text)]) {
    try {
      return JSON.parse(form) as unknown
    } catch {
      continue
    }
  }
  return undefined
}

const plainJson = (text: string): string =>
  text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, literal: string | undefined) => literal ?? ' ')
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_, literal: string | undefined) => literal ?? '')
