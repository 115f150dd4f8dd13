import { shown, type Effects, type FileEffect, type Origin, type Run } from '@holdpoint/shell'

/** Each program, indented below the program that starts it, with its effects. */
export function tree(effects: Effects, dim: (text: string) => string = (text) => text): readonly string[] {
  const about = linesByRun(effects)
  const lines = effects.runs.flatMap((run) => {
    const indent = '  '.repeat(run.via.length + 1)
    const through = run.via.length === 0 ? '' : dim(`  (through ${run.via.map(shown).join(' > ')})`)
    const name = run.program === '' ? '(a program that cannot be told)' : shown(run.path)
    return [
      `${indent}${[name, ...run.args.map(quoted)].join(' ')}${through}`,
      ...(about.get(run) ?? []).map((text) => `${indent}  - ${text}`),
    ]
  })
  const loose = (about.get(undefined) ?? []).map((text) => `  - ${text}`)
  return lines.length + loose.length === 0 ? ['  nothing that can be seen'] : [...lines, ...loose]
}

/** The effects of each program; redirections belong to no program. */
function linesByRun(effects: Effects): ReadonlyMap<Run | undefined, readonly string[]> {
  const runs = new Set(effects.runs)
  const lines = new Map<Run | undefined, string[]>()
  const add = (run: Run | undefined, text: string): void => {
    const owner = run !== undefined && runs.has(run) ? run : undefined
    const own = lines.get(owner)
    if (own === undefined) lines.set(owner, [text])
    else own.push(text)
  }
  for (const file of effects.files) add(file.run, fileLine(file))
  for (const { run, command, directory } of effects.git)
    add(run, `git ${command || '(unknown)'} in ${shown(directory)}`)
  for (const { run, target, sends } of effects.net)
    add(run, `network: ${shown(target)}${sends === undefined ? '' : `, sends data${originOf(sends)}`}`)
  for (const { run, from } of effects.code) add(run, `runs code that cannot be read here${originOf(from)}`)
  for (const { run, what, detail } of effects.system) add(run, `${what}: ${shown(detail).slice(0, 120)}`)
  return lines
}

const VERBS: Readonly<Record<FileEffect['op'], string>> = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  mode: 'changes permissions of',
  list: 'looks at',
}

const fileLine = ({ op, path, real, recursive, maybe, mode }: FileEffect): string =>
  `${maybe ? 'may use' : VERBS[op]} ${shown(path)}${real === path ? '' : ` (= ${shown(real)})`}${recursive ? ' with everything below' : ''}${mode === undefined ? '' : ` to ${shown(mode)}`}`

function originOf({ files, network, decoded, programs }: Origin): string {
  const parts = [
    ...files.map(shown),
    ...(network ? ['the network'] : []),
    ...programs.map((program) => `\`${shown(program)}\``),
  ]
  return `${parts.length === 0 ? '' : ` from ${parts.join(', ')}`}${decoded ? ' (decoded)' : ''}`
}

const quoted = (text: string): string =>
  /^[\w./:=@%+,~-]+$/.test(text) ? text : `'${shown(text).replaceAll("'", `'\\''`)}'`

/** Scripts do not need the placeholders for unknown parts. */
export const readable = (effects: Effects): unknown => JSON.parse(shown(JSON.stringify(effects)))
