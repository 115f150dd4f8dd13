import { entryFor, LOOKS, risky, unclassified, type ProgramCall, type Objection, type UsageTable } from './usage.ts'

/** They start their operand unchanged, and that program is judged separately. */
export const wrappers = (): UsageTable => ({
  'nice ionice nohup setsid stdbuf unbuffer chrt taskset caffeinate arch timeout gtimeout xargs gxargs watch': LOOKS,
  time: { plain: true, check: (call) => refuseOwn(call, /^(?:-[a-z]*o|--o)/, ['-f', '--format']) },
  // Another directory of programs may be named.
  env: { plain: true, check: environment },
  script: { check: runsSomething },
})

/** Without a program it prints every variable. */
function environment(call: ProgramCall): Objection | undefined {
  const takes = ['-u', '--unset', '-C', '--chdir']
  const program = call.args.find((word, at) => !/^-|^\w+=/.test(word) && !takes.includes(call.args[at - 1] ?? ''))
  if (program === undefined) return risky('`env` prints every variable, including secrets.')
  return refuseOwn(call, /^-[a-z0]*P/, takes)
}

/** Looks only at the options in front of the program that is started. */
function refuseOwn({ name, args }: ProgramCall, refused: RegExp, takes: readonly string[]): Objection | undefined {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (refused.test(word)) return unclassified(`\`${name} ${word}\` is not classified as read-only.`)
    if (takes.includes(word)) at++
    else if (!word.startsWith('-') && !/^\w+=/.test(word)) break
  }
  return undefined
}

/** `script file command`: the file is written, and with less it starts a shell. */
function runsSomething({ args }: ProgramCall): Objection | undefined {
  const words = args.filter((word) => !word.startsWith('-'))
  const isQuiet = words.length > 1 && words[0] === '/dev/null'
  return isQuiet ? undefined : unclassified('`script` writes a file, or starts a shell.')
}

/** Steps that change nothing about the program behind them. */
const TRANSPARENT: readonly string[] = ['command', 'builtin', 'trap', 'loop', 'find -exec', 'fd', 'fdfind']

/** Programs that start others after a subcommand: they are judged together with the program, in their own entries. */
const JUDGED: readonly string[] = ['uv run', 'docker exec', 'podman exec', 'kubectl exec']

/** How often the output of one command may become part of another before it is not followed any more. */
const MAX_SUBSTITUTIONS = 2

/** A wrapper between the command line and a program may be worse than the program itself. */
export function viaFinding(via: readonly string[], isDescribed: (step: string) => boolean): Objection | undefined {
  if (via.filter(isSubstitution).length > MAX_SUBSTITUTIONS) {
    return risky('Commands are nested too deeply.')
  }
  const odd = via.find((step) => !isTransparent(step) && !isDescribed(step))
  return odd === undefined ? undefined : unclassified(`\`${odd}\` runs it and may change what it does.`)
}

const isSubstitution = (step: string): boolean => step.endsWith('(…)')

const isTransparent = (step: string): boolean =>
  isSubstitution(step) ||
  step.endsWith('()') ||
  TRANSPARENT.includes(step) ||
  JUDGED.includes(step) ||
  entryFor(wrappers(), step) !== undefined
