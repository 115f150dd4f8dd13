import { once, type ToolBefore, type OwnPath, type Services } from '@holdpoint/engine'
import { foldPath, isWithin } from '@holdpoint/shell'
import type { Guard } from '../guards.ts'

/** Why an agent must not change a path; the word is the message id. */
export type Why = 'settings' | 'script' | 'config' | 'state' | 'program' | 'guard'

export interface Protection {
  readonly why: Why
  /** Whose it is, or how it is written properly. */
  readonly note: string
}

/** Everything protected around one event. */
export interface Places {
  /** What a path without unknown parts is, if it is protected. */
  at(path: string): Protection | undefined
  /** Protected files and directories that may be below another directory. */
  readonly known: readonly Known[]
  /** Whether it is a directory in which programs are found by name. */
  isProgramDirectory(path: string): boolean
}

export interface Known {
  readonly path: string
  /** Counts without a check on disk, because its directory holds only few files. */
  readonly assumed: boolean
}

const HANDS_OFF = 'Only hooks write it.'

/** Files that a source document names, relative to `.claude`, and who writes them instead. */
const STATE: Readonly<Record<string, string>> = {
  '.proof-status': 'The user confirms with `holdpoint proof verify`.',
  '.test-status': 'Run the tests: Holdpoint records their result.',
  '.test-gate-strikes': HANDS_OFF,
  '.mock-gate-strikes': HANDS_OFF,
  '.test-runner.lock': HANDS_OFF,
  '.test-runner.last-run': HANDS_OFF,
  '.llm-review-cache': HANDS_OFF,
  '.update-status': HANDS_OFF,
  '.update-check.lock': HANDS_OFF,
  '.plan-drift': HANDS_OFF,
  '.agent-findings': HANDS_OFF,
  '.preserved-context': HANDS_OFF,
  '.audit-log': HANDS_OFF,
  '.lint-cache': HANDS_OFF,
  '.disable-auto-update': HANDS_OFF,
  'orchestrator-state.json': 'Use `holdpoint orchestrator start`, `finish` or `abort`.',
}

export const PATTERNS: readonly (readonly [why: Why, pattern: RegExp, note?: string])[] = [
  ['settings', /\/\.claude\/settings[^/]*\.json$/],
  ['settings', /^\/etc\/claude-code(\/|$)/],
  ['settings', /^\/library\/application support\/claudecode(\/|$)/],
  ['settings', /\/\.cursor\/hooks\.json$/],
  ['settings', /\/\.codex\/(hooks\.json|config\.toml)$/],
  ['settings', /\/\.(gemini|qwen)\/(settings|trustedfolders)\.json$/],
  ['settings', /\/\.factory\/(settings(\.local)?|hooks)\.json$/],
  ['settings', /\/\.kimi-code\/config\.toml$/],
  ['settings', /\/\.github\/hooks\/[^/]+\.json$/],
  ['settings', /\/\.copilot\/((config|settings)\.json$|hooks(\/|$))/],
  ['settings', /\/\.opencode\/plugins?(\/|$)/],
  ['settings', /\/\.(grok|kiro|cline|clinerules)\/hooks(\/|$)/],
  ['settings', /\/\.agents\/hooks\.json$/],
  // Scripts that the host runs as hooks or for its status line, without asking the user.
  ['script', /\/\.claude\/hooks(\/|$)/],
  ['script', /\/\.[^/]+\/status_line\.sh$/],
  ['config', /\/holdpoint[^/]*\.ya?ml$/],
  ['config', /\/\.holdpoint(\/|$)/],
  ['config', /\/\.dev-mode$/],
  // It names the endpoint that answers as the reviewing model.
  ['config', /\/\.claude\/\.env$/],
  ['config', /\/config\/planning-config\.ya?ml$/],
  ['state', /\/\.claude\/\.(session-changes|prompt-count)-[^/]*$/, HANDS_OFF],
  ['state', /\/\.planning-audit\.log$/, HANDS_OFF],
  // The daemon's socket: an event sent there could speak for the user.
  ['state', /\/(run\/user\/\d+|tmp)\/holdpoint(-\w+)?(\/|$)/, HANDS_OFF],
  ['state', /\/planning-(research-budget|hook-breaker)-[^/]*\.json$/, HANDS_OFF],
  ['state', /\/planning-hooks-[^/]*\.log$/, HANDS_OFF],
]

/** Protected files that may exist; used to find them below a directory that is removed as a whole. */
export const TRACKABLE: readonly string[] = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.claude/hooks',
  'holdpoint.yml',
  'holdpoint.local.yml',
  '.holdpoint',
]
const IN_PROJECT: readonly string[] = [...TRACKABLE, ...Object.keys(STATE).map((name) => `.claude/${name}`)]
/** Settings of other agents with hooks. Below a directory that is removed as a whole, those that exist count. */
const OF_AGENTS: readonly string[] = [
  '.codex/hooks.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.qwen/settings.json',
  '.factory/settings.json',
  '.factory/hooks.json',
  '.cursor/hooks.json',
]
const OF_AGENTS_IN_HOME: readonly string[] = [
  ...OF_AGENTS,
  '.copilot/hooks',
  '.kimi-code/config.toml',
  '.cline/hooks',
  '.config/opencode/plugins',
]
const OF_AGENTS_IN_PROJECT: readonly string[] = [
  ...OF_AGENTS,
  '.github/hooks/holdpoint.json',
  '.opencode/plugins',
  '.clinerules/hooks',
]
const IN_HOME: readonly string[] = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.claude/hooks',
  '.claude/plugins',
  '.claude.json',
]

export function placesOf(
  { root }: ToolBefore,
  services: Services,
  own: readonly OwnPath[],
  guards: readonly Guard[],
): Places {
  // A path may be given as written or with its links resolved.
  const both = (path: string): readonly string[] => [...new Set([path, services.files.real(path)])]
  const homes = [services.env('HOME') ?? ''].filter((home) => home !== '').flatMap(both)
  const config = [services.env('CLAUDE_CONFIG_DIR') ?? ''].filter((place) => place !== '').flatMap(both)
  const settings = userSettings(homes, config)
  const bins = binaries(root, homes, services.env('PATH') ?? '')
  const roots = both(root)
  const ours = own.map((place) => ({ ...place, path: foldPath(place.path) }))
  const foldedHomes = homes.map(foldPath)
  // Only what deletes or moves a directory needs them.
  const known = once(() => [
    ...roots.flatMap((place) =>
      IN_PROJECT.map((name) => ({ path: `${place}/${name}`, assumed: name.startsWith('.claude/settings') })),
    ),
    ...homes.flatMap((home) => IN_HOME.map((name) => ({ path: `${home}/${name}`, assumed: true }))),
    ...roots.flatMap((place) => OF_AGENTS_IN_PROJECT.map((name) => ({ path: `${place}/${name}`, assumed: false }))),
    ...homes.flatMap((home) => OF_AGENTS_IN_HOME.map((name) => ({ path: `${home}/${name}`, assumed: false }))),
    ...own.map(({ path }) => ({ path, assumed: false })),
    ...homes.flatMap((home) =>
      guards.flatMap(({ directories }) => directories.map((name) => ({ path: `${home}/${name}`, assumed: true }))),
    ),
  ])
  return {
    at: (given) => {
      const path = foldPath(given)
      const mine = ours.find((place) => isWithin(path, place.path))
      if (mine !== undefined) return { why: mine.what, note: HANDS_OFF }
      if (settings.some((place) => isWithin(path, place))) return { why: 'settings', note: '' }
      return byPattern(path) ?? guardAt(path, foldedHomes, guards, bins)
    },
    get known() {
      return known()
    },
    isProgramDirectory: (path) => bins.includes(foldPath(path)),
  }
}

export function byPattern(path: string): Protection | undefined {
  if (isEveryday(path)) return undefined
  const state = /\/\.claude\/([^/]+)$/.exec(path)?.[1] ?? ''
  if (Object.hasOwn(STATE, state)) return { why: 'state', note: STATE[state] ?? '' }
  const found = PATTERNS.find(([, pattern]) => pattern.test(path))
  return found && { why: found[0], note: found[2] ?? '' }
}

/**
 * A path without the text that each pattern requires. The first use of a regex is slow, and a process that answers one
 * event pays it for every pattern.
 */
const isEveryday = (path: string): boolean =>
  !path.includes('/.') && !path.includes('claude') && !path.includes('/planning-') && !path.includes('/holdpoint')

function userSettings(homes: readonly string[], config: readonly string[]): readonly string[] {
  const places = [
    ...homes.flatMap((home) =>
      ['.claude.json', '.claude/plugins', '.config/opencode'].map((name) => `${home}/${name}`),
    ),
    ...config.flatMap((place) => ['settings.json', '.claude.json', 'plugins'].map((name) => `${place}/${name}`)),
  ]
  return places.map(foldPath)
}

/** Directories whose programs are found by name. */
function binaries(root: string, homes: readonly string[], path: string): readonly string[] {
  const usual = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin']
  const users = homes.flatMap((home) => ['.local/bin', 'bin', '.cargo/bin', '.bun/bin'].map((bin) => `${home}/${bin}`))
  const given = path.split(':').filter((bin) => bin.startsWith('/') && bin.length > 1)
  return [...usual, ...users, ...given, `${root}/node_modules/.bin`].map((bin) =>
    foldPath(bin.endsWith('/') ? bin.slice(0, -1) : bin),
  )
}

function guardAt(
  path: string,
  homes: readonly string[],
  guards: readonly Guard[],
  bins: readonly string[],
): Protection | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.(exe|cmd|ps1)$/, '')
  const isProgram = bins.includes(path.slice(0, path.lastIndexOf('/')))
  // The hook command in the settings finds holdpoint by name, and node starts it.
  if (isProgram && (name === 'holdpoint' || name === 'node')) return { why: 'program', note: '' }
  const found = guards.find(
    ({ programs, directories, files = [] }) =>
      (isProgram && programs.includes(name)) ||
      homes.some((home) => directories.some((place) => isWithin(path, `${home}/${foldPath(place)}`))) ||
      files.some((file) => path.endsWith(`/${foldPath(file)}`)),
  )
  return found && { why: 'guard', note: found.name }
}
