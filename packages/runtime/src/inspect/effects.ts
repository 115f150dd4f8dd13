import { shown, type Effects, type FileEffect, type Origin, type Run } from '@holdpoint/shell'

/** Each program, indented below the program that starts it, with its effects. */
export function tree(effects: Effects, dim: (text: string) => string = (text) => text): readonly string[] {
  const lines = effects.runs.flatMap((run) => {
    const indent = '  '.repeat(run.via.length + 1)
    const through = run.via.length === 0 ? '' : dim(`  (through ${run.via.map(shown).join(' > ')})`)
    const name = run.program === '' ? '(a program that cannot be told)' : shown(run.path)
    return [
      `${indent}${[name, ...run.args.map(quoted)].join(' ')}${through}`,
      ...about(effects, run).map((text) => `${indent}  - ${text}`),
    ]
  })
  const loose = about(effects, undefined).map((text) => `  - ${text}`)
  return lines.length + loose.length === 0 ? ['  nothing that can be seen'] : [...lines, ...loose]
}

/** The effects of one program; redirections belong to no program and come last. */
function about(effects: Effects, run: Run | undefined): readonly string[] {
  const isMine = (owner: Run | undefined): boolean =>
    run === undefined ? owner === undefined || !effects.runs.includes(owner) : owner === run
  return [
    ...effects.files.filter((file) => isMine(file.run)).map(fileLine),
    ...effects.git
      .filter((git) => isMine(git.run))
      .map(({ command, directory }) => `git ${command || '(unknown)'} in ${shown(directory)}`),
    ...effects.net
      .filter((net) => isMine(net.run))
      .map(
        ({ target, sends }) =>
          `network: ${shown(target)}${sends === undefined ? '' : `, sends data${originOf(sends)}`}`,
      ),
    ...effects.code
      .filter((code) => isMine(code.run))
      .map(({ from }) => `runs code that cannot be read here${originOf(from)}`),
    ...effects.system
      .filter((system) => isMine(system.run))
      .map(({ what, detail }) => `${what}: ${shown(detail).slice(0, 120)}`),
  ]
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
