import type { Run } from '@holdpoint/shell'
import type { Guard } from '../guards.ts'

/** How agents are started without their hooks, or configured to drop them. */

const AGENTS: readonly string[] = [
  'claude',
  'codex',
  'gemini',
  'qwen',
  'copilot',
  'cursor-agent',
  'opencode',
  'amp',
  'pi',
  'hermes',
  'openclaw',
  'kiro',
  'kiro-cli',
  'droid',
  'agy',
  'devin',
  'goose',
  'cline',
  'crush',
  'grok',
  'kimi',
  'aider',
]

const THINGS = '(hooks?|extensions?|plugins?|polic(y|ies)|guards?|rules|sandbox|permissions?|safety|approvals?)'
const FLAG = new RegExp(
  '^--(' +
    ['bare', 'safe-mode', 'yolo', 'pure', 'settings', 'setting-sources', 'trust-all-tools', 'allow-all(-[a-z]+)?'].join(
      '|',
    ) +
    // A plugin named holdpoint would be trusted as the real one.
    '|plugin-(dir|url)' +
    `|(no|disable|skip|without|ignore|bypass)-([a-z]+-)?${THINGS}([a-z-]*)` +
    '|(allow-)?dangerously-[a-z-]+|unsafe[a-z-]*|ignore-(user-)?(config|settings)' +
    ')(=.*)?$',
)
/** An option whose value disables a protection. */
const VALUES: readonly (readonly [option: RegExp, value: RegExp])[] = [
  [/^--(permission-mode|approval-mode|mode)$/, /^(bypass.*|yolo|full-access|danger.*|unsafe)$/i],
  [/^(-e|--extensions?)$/, /^none$/i],
  [/^(-c|--config|--set)$/, /(hooks?|plugins?|sandbox|approval|permission)[^=]*=/i],
  [/^--disable$/, /^(hooks?|plugins?|extensions?)$/i],
]
const SHORT: Readonly<Record<string, readonly string[]>> = { gemini: ['-y'], qwen: ['-y'], pi: ['-ne'] }

const NOUN = /^(hooks?|plugins?|extensions?|ext|polic(y|ies)|guards?|features?|config|settings)$/
const TURNING_OFF = /^(remove|rm|uninstall|disable|delete|off|unset|revoke|reset|untrust|clear|set)$/
const KEY = /hook|plugin|extension|permission|sandbox|approval|trust|policy|guard|disable/i

/** Variables that point an agent, or a guard, at other settings, another home or other code. */
const ELSEWHERE =
  /^(HOME|PATH|XDG_(CONFIG|STATE|DATA|RUNTIME)_(HOME|DIR)|NODE_OPTIONS|NODE_PATH|LD_PRELOAD|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|CLAUDE_CODE_SIMPLE|[A-Z_]+_(HOME|CONFIG|CONFIG_DIR|CONFIG_PATH|CONFIG_FILE|CONFIG_CONTENT|SETTINGS|SETTINGS_PATH)|(DISABLE|NO)_HOOKS|[A-Z_]+_(DISABLE|NO)_HOOKS)$/

export const isAgent = (program: string): boolean => AGENTS.includes(program.toLowerCase())

export const pointsElsewhere = ({ env }: Run): string | undefined =>
  Object.keys(env).find((name) => ELSEWHERE.test(name))

/** `env -i` and `env -u HOME`: without its home a program finds no settings. */
const EMPTYING = /^(-[a-z]*i[a-z]*|-|--ignore-environment|-u(HOME|XDG_.*)|--unset=(HOME|XDG_.*))$/

/** The wrapper in front of a program that removes its home, if any. */
export const withoutHome = ({ program, args }: Run): string | undefined =>
  program === 'env'
    ? args.find((arg, index) => EMPTYING.test(arg) || (args[index - 1] === '-u' && /^(HOME|XDG_)/.test(arg)))
    : undefined

/** The argument that starts an agent without its hooks, as written; undefined when there is none. */
export function withoutHooks(run: Run, guards: readonly Guard[]): string | undefined {
  const { program, args } = run
  if (!isAgent(program) || args.some((arg) => arg === '--help' || arg === '-h')) return undefined
  const short = Object.hasOwn(SHORT, program) ? (SHORT[program] ?? []) : []
  const flag = args.find((arg, index) => FLAG.test(arg) || short.includes(arg) || isBadValue(args[index - 1], arg))
  return flag ?? turnedOff(args, guards) ?? pointsElsewhere(run)
}

function isBadValue(option: string | undefined, value: string): boolean {
  const joined = /^(--[a-z-]+)=(.*)$/.exec(value)
  return VALUES.some(
    ([name, bad]) =>
      (option !== undefined && name.test(option) && bad.test(value)) ||
      (joined !== null && name.test(joined[1] ?? '') && bad.test(joined[2] ?? '')),
  )
}

/** `hooks rm …`, `config set plugins.enabled false`, `plugins remove <a guard>`. */
function turnedOff(args: readonly string[], guards: readonly Guard[]): string | undefined {
  const words = args.filter((arg, index) => !arg.startsWith('-') && !(arg === 'marketplace' && index === 1))
  const [noun = '', verb = '', object = ''] = words
  if (!NOUN.test(noun) || !TURNING_OFF.test(verb)) return undefined
  const said = [noun, verb, object].join(' ').trim()
  if (/^(config|settings|features?)$/.test(noun)) return KEY.test(object) ? said : undefined
  if (verb === 'set') return undefined
  if (!/^(plugins?|extensions?|ext)$/.test(noun)) return said
  const parts = object.toLowerCase().split(/[^a-z0-9_-]+/)
  const isGuard = guards.some(({ programs, packages }) =>
    [...programs, ...packages].some((name) => parts.includes(name)),
  )
  return isGuard || object === '' || object === 'all' || args.includes('--all') ? said : undefined
}
