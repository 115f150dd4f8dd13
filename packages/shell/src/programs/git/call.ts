import { ANY, isKnown, UNKNOWN } from '../../effects.ts'
import { absolutePath } from '../../paths.ts'
import type { Context } from '../../read/context.ts'
import { fromNetwork, known, listing, unknown, type Value } from '../../words/value.ts'
import { readGit } from './git.ts'

/** git: what it is asked for, what it touches, and what it starts by itself. */
export function git(context: Context): Value {
  const { texts, env, state, reader, run } = context
  const call = {
    args: texts,
    env: Object.fromEntries([...env].map(([name, { text }]) => [name, text])),
    cwd: state.cwd,
    ...(run.stdin !== undefined && { stdin: run.stdin }),
  }
  const { command, args, directory, config, files, shell, net } = readGit(call, reader.world)
  reader.found.git.push({ command, args, directory, config, run })
  for (const { op, path: at, recursive = false, force = false } of files) {
    if (op === 'read') context.read(at, { recursive })
    else if (op === 'list') context.list(at)
    else if (op === 'delete') context.remove(at, { recursive, force })
    else context.write(at, unknown(), { recursive, force })
  }
  for (const text of shell) context.shell(known(text), { via: 'git', cwd: directory })
  if (net !== undefined) context.net(net.target, { ...(net.sends && { sends: unknown().from }) })
  if (command === 'rev-parse' && args.includes('--show-toplevel')) {
    return known(`${reader.world.workTree(directory) ?? UNKNOWN}\n`)
  }
  if (NAMING.test(command)) return listing(`git ${command}`, namedPlaces(command, args, directory))
  return net === undefined ? unknown() : unknown(fromNetwork)
}

/** Commands that print names of files in the work tree. */
const NAMING = /^(?:ls-files|ls-tree|diff(?:-\w+)?|show|log|status|grep|clean|check-ignore|stash|rev-parse)$/

/** Only `ls-files` keeps to the paths it is given; other words may be commits. */
function namedPlaces(command: string, args: readonly string[], directory: string): readonly string[] {
  const words = command === 'ls-files' ? args.filter((arg) => !arg.startsWith('-')) : []
  if (words.length === 0) return [`${directory}/${UNKNOWN}`]
  return words.flatMap((word) => {
    const place = absolutePath(word.replaceAll('*', ANY), directory)
    const name = place.slice(place.lastIndexOf('/') + 1)
    return isKnown(place) ? [place, `${place}/${UNKNOWN}`] : [place, `${directory}/${UNKNOWN}/${name}`]
  })
}
