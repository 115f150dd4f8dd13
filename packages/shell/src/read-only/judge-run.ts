import { shown, type Run } from '../effects.ts'
import { entryOf } from '../programs/programs.ts'
import { harmOf, usagesOf } from './described.ts'
import { environmentFinding, loaderFinding, namedFinding } from './environment.ts'
import { objectionToRoles } from './judge-roles.ts'
import { judgeUsages } from './judge-usage.ts'
import { risky, unclassified, type Objection } from './usage.ts'
import { viaFinding } from './wrappers.ts'

/** Undefined: this program is read-only, or does what is approved as work. */
export function objectionToRun(run: Run, isWork = false): Objection | undefined {
  const finding =
    dangerousFlag(run) ?? (isWork ? undefined : programFinding(run)) ?? viaFinding(run.via, isDescribedByRoles)
  if (!run.maybe) return finding
  // An argument that might be a command counts when the program it is given to is unknown.
  const isGuess = usagesOf(run.via.at(-1) ?? '') === undefined
  return isGuess && finding?.outcome === 'risky' ? finding : undefined
}

/** What such a program does is judged by its own call. */
const isDescribedByRoles = (step: string): boolean => entryOf(step.split(' ', 1)[0] ?? '').roles !== undefined

const FLAGS = ['--force', '--hard', '--no-verify']

/** `--force`, `--hard`, `--no-verify` on anything, and `-f` on git: they override a safeguard on purpose. */
function dangerousFlag({ program, args }: Run): Objection | undefined {
  const isGit = program === 'git'
  const flag = args.find((arg) => {
    const [name = ''] = arg.split('=', 1)
    if (FLAGS.includes(name)) return true
    return isGit && (/^-[a-z]*f[a-z]*$/.test(arg) || (name.length > 4 && FLAGS.some((one) => one.startsWith(name))))
  })
  return flag === undefined ? undefined : risky(`\`${shown(program)} ${shown(flag)}\` overrides a safeguard.`)
}

/** Directories whose programs are what their names say. */
const SYSTEM_PATH = /^(?:(?:\/usr(?:\/local)?)?\/s?bin|\/opt\/homebrew\/bin)\/[^/]+$/

const isNamed = ({ program, path }: Run): boolean =>
  path === program || (path.endsWith(`/${program}`) && SYSTEM_PATH.test(path))

function programFinding(run: Run): Objection | undefined {
  const { program, path, args, env } = run
  if (program === '') return unclassified('The program is unknown until it runs.')
  const { roles } = entryOf(program)
  const [reads, harm] = [usagesOf(program), harmOf(program)]
  if (reads === undefined && roles !== undefined) {
    if (!isNamed(run)) return unclassified(`\`${shown(path)}\` may be any program.`)
    const isHarmful = harm !== undefined && roles.harm === undefined
    if (isHarmful) return risky(`\`${program}\` ${harm}.`)
    return (
      objectionToRoles(roles, program, args) ?? (roles.plain === true ? loaderFinding(env) : environmentFinding(env))
    )
  }
  if (reads === undefined) {
    return harm === undefined
      ? unclassified(`\`${shown(program)}\` is not classified as read-only.`)
      : risky(`\`${program}\` ${harm}.`)
  }
  if (!isNamed(run)) return unclassified(`\`${shown(path)}\` may be any program.`)
  const judge = ([first = '', ...rest]: readonly string[]): Objection | undefined =>
    programFinding({ ...run, program: first, path: first, args: rest, env: {} })
  const finding = judgeUsages(reads, { name: program, args, judge })
  if (finding?.outcome === 'unclassified' && harm !== undefined) return risky(`\`${program}\` ${harm}.`)
  if (finding !== undefined || 'plain' in reads) return finding ?? loaderFinding(env)
  return 'namedVariables' in reads ? namedFinding(env) : environmentFinding(env)
}
