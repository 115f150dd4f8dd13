import { ANY, isKnown, UNKNOWN } from '../../effects.ts'
import { absolutePath } from '../../paths.ts'
import type { Context } from '../../read/context.ts'
import { fromFile, fromNetwork, known, listing, origins, unknown, type Value } from '../../words/value.ts'
import { putFile } from '../../state/written-files.ts'
import { contentOf, exactText } from '../../read/redirect.ts'
import { isFile } from '../modules.ts'
import { runScript } from '../scripts.ts'
import { hooksDirectory } from './aliases.ts'
import { ownHooksOf } from './programs.ts'
import { readGit, type GitCall } from './git.ts'

/** git: what it is asked for, what it touches, and what it starts automatically. */
export function git(context: Context): Value {
  const { texts, env, state, reader, run } = context
  const call = {
    args: texts,
    env: Object.fromEntries([...env].map(([name, { text }]) => [name, text])),
    cwd: state.cwd,
    ...(run.stdin !== undefined && { stdin: run.stdin }),
  }
  const { command, args, directory, config, files, shell, net } = readGit(call, {
    ...reader.world,
    read: (file) => textOf(context, file),
  })
  reader.found.git.push({ command, args, directory, config, run })
  for (const { op, path: at, recursive = false, force = false } of files) {
    if (op === 'read') context.read(at, { recursive })
    else if (op === 'list') context.list(at)
    else if (op === 'delete') context.remove(at, { recursive, force })
    else {
      context.write(at, unknown(), { recursive, force })
      // What git puts there is in the repository, or in the patch it is given.
      if (!recursive)
        putFile(state, context.path(at), unknown(origins([fromFile(context.path(at)), context.stdin.from])))
    }
  }
  // Scripts of a repository that was not here before do not count as the project’s own yet.
  for (const { path: at } of command === 'clone' ? files.slice(0, 1) : [])
    putFile(state, `${context.path(at)}/${UNKNOWN}`, unknown(fromNetwork))
  for (const text of shell) context.shell(known(text), { via: 'git', cwd: directory })
  if (config['core.hookspath'] === undefined) runHooks(context, call, command, directory)
  if (net !== undefined) context.net(net.target, { ...(net.sends && { sends: unknown().from }) })
  if (command === 'rev-parse' && args.includes('--show-toplevel')) {
    return known(`${reader.world.workTree(directory) ?? UNKNOWN}\n`)
  }
  if (NAMING.test(command)) return listing(`git ${command}`, namedPlaces(command, args, directory))
  return net === undefined ? unknown() : unknown(fromNetwork)
}

/** Hooks that are in the repository, judged by what they say. */
function runHooks(context: Context, call: GitCall, command: string, directory: string): void {
  const skipped = call.args.includes('--no-verify') ? /^(?:pre-commit|commit-msg|pre-push|pre-merge-commit)$/ : /^$/
  const hooks = ownHooksOf(command).filter((hook) => !skipped.test(hook))
  if (hooks.length === 0 || !isKnown(directory)) return
  const disk = { ...context.reader.world, read: (file: string) => textOf(context, file) }
  const place = hooksDirectory(directory, call.env, disk)
  for (const hook of place === undefined ? [] : hooks)
    if (isFile(context, `${place}/${hook}`)) runScript(context, known(`${place}/${hook}`), [], '')
}

/** Configuration that this command has written counts like what is on disk. */
const textOf = ({ state, reader, path }: Context, file: string): string | undefined =>
  exactText(contentOf(path(file), state), reader.world)

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
