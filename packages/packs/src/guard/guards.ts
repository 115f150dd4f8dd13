import { type Run, foldPath } from '@holdpoint/shell'

/** Programs that guard an agent, ours and others', and how their commands are recognised. */

export interface Guard {
  readonly name: string
  /** Names it is started by. */
  readonly programs: readonly string[]
  /** Names package managers know it by. */
  readonly packages: readonly string[]
  /** Its configuration and state below the home directory. */
  readonly directories: readonly string[]
  /** Its configuration inside a project, as a name or as the end of a path. */
  readonly files?: readonly string[]
  /** Variables that enable or disable it. */
  readonly variables: { test(name: string): boolean }
}

export const OURS: Guard = {
  name: 'holdpoint',
  programs: ['holdpoint'],
  packages: ['holdpoint'],
  directories: [],
  variables: /^HOLDPOINT_/,
}

export const OTHERS: readonly Guard[] = [
  {
    name: 'nah',
    programs: ['nah'],
    packages: ['nah', 'nah-cli'],
    directories: ['.nah', '.config/nah'],
    variables: /^NAH_/,
  },
  {
    name: 'hol-guard',
    programs: ['hol-guard', 'hol-guard-runtime'],
    packages: ['hol-guard'],
    directories: ['.hol-guard', '.config/hol-guard'],
    variables: /^HOL_GUARD_/,
  },
  {
    name: 'tirith',
    programs: ['tirith'],
    packages: ['tirith'],
    directories: ['.config/tirith', '.local/share/tirith', '.local/state/tirith', '.tirith'],
    files: ['.tirith/policy.yaml', '.tirith/policy.yml'],
    variables: /^TIRITH(_|$)/,
  },
  {
    name: 'cc-safety-net',
    programs: ['cc-safety-net', 'ccsn'],
    packages: ['cc-safety-net'],
    directories: ['.cc-safety-net', '.config/cc-safety-net'],
    files: ['.safety-net.json', '.cc-safety-net/rule.json'],
    variables: /^(CC_)?SAFETY_NET_/,
  },
  {
    name: 'dcg',
    programs: ['dcg'],
    packages: ['dcg', 'destructive_command_guard'],
    directories: ['.config/dcg', '.local/share/dcg'],
    files: ['.dcg.toml'],
    variables: /^DCG_/,
  },
  {
    name: 'failproofai',
    programs: ['failproofai', 'failproofaid'],
    packages: ['failproofai'],
    directories: ['.failproofai'],
    files: ['.failproofai/policies-config.json'],
    variables: /^FAILPROOFAI_/,
  },
  {
    name: 'tdd-guard',
    programs: ['tdd-guard'],
    packages: ['tdd-guard'],
    directories: ['.config/tdd-guard'],
    files: ['.claude/tdd-guard/data/config.json'],
    variables: /^TDD_GUARD_/,
  },
]

/** A call of a guard's own program. */
export interface GuardCall {
  readonly guard: Guard
  readonly args: readonly string[]
}

const INTERPRETERS = 'node nodejs bun deno tsx ts-node py ruby perl sh bash zsh dash'.split(' ')
const RUNNERS = 'npx bunx pnpx uvx pnpm npm yarn bun pipx uv corepack rtx mise'.split(' ')
const RUNNER_WORDS = ['exec', 'x', 'dlx', 'run', 'tool', 'node']

/** Which guard a program is, however it is started: by name, by path, by an interpreter, by a package runner. */
export function guardCall({ program, args }: Run, guards: readonly Guard[]): GuardCall | undefined {
  const direct = guards.find(({ programs }) => programs.includes(baseOf(program, false)))
  if (direct !== undefined) return { guard: direct, args }
  const isRunner = RUNNERS.includes(program)
  if (!isInterpreter(program) && !isRunner) return undefined
  const at = args.findIndex((arg, index) => !arg.startsWith('-') && !(index < 2 && RUNNER_WORDS.includes(arg)))
  const module = args.findIndex((arg, index) => args[index - 1] === '-m' && arg !== '')
  const place = isInterpreter(program) && module !== -1 ? module : at
  const name = baseOf(args[place] ?? '', isRunner)
  const guard = guards.find(({ programs, packages }) => programs.includes(name) || packages.includes(name))
  const rest = args.slice(place + 1)
  return guard && { guard, args: rest[0] === '--' ? rest.slice(1) : rest }
}

const isInterpreter = (program: string): boolean =>
  INTERPRETERS.includes(program) || (program.startsWith('python') && /^python[\d.]*$/.test(program))

/** `dist/bin/holdpoint.cjs` and `holdpoint@1.2` are both holdpoint; `@someone/holdpoint` is not. */
function baseOf(word: string, isPackage: boolean): string {
  if (isPackage && word.startsWith('@')) return word
  const name = foldPath(word.slice(word.lastIndexOf('/') + 1))
  if (!name.includes(':') && !name.includes('@') && !name.includes('.')) return name
  return name
    .replace(/^npm:/, '')
    .replace(/(.)@.*$/, '$1')
    .replace(/\.(c|m)?(js|ts)$|\.(py|sh|exe|cmd)$/, '')
}

/** Read-only subcommands of most guards. */
const READ_ONLY =
  /^(status|log|logs|test|explain|doctor|docs?|help|version|list|ls|show|check|why|info|guards|policies|audit|validate|verify|scan|simulate|diff|score|--list-policies|--version|-v|--help|-h|-V)$/

const CHANGING = /^--?(un)?(install|remove|delete|disable|enable|off|add|set|allow|trust|reset|force|prune)(-|=|$)/

/** Whether a call of another guard is read-only. */
export function isInquiry({ args }: GuardCall): boolean {
  const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (options.some((arg) => arg === '--help' || arg === '-h')) return true
  if (options.some((arg) => CHANGING.test(arg))) return false
  const words = options.filter((arg) => !arg.startsWith('-'))
  const [first, second] = words.length > 0 ? words : options
  if (first === undefined) return true
  // `rule list` and `policy check`: the second word is the action.
  return (
    READ_ONLY.test(first) ||
    (/^(rules?|policy|guards?|hooks?|packs?|allowlist|config)$/.test(first) && READ_ONLY.test(second ?? ''))
  )
}
