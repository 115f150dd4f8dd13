import {
  openBudget,
  type Budget,
  shown,
  type Effects,
  type FileEffect,
  type Run,
  foldPath,
  isWithin,
} from '@holdpoint/shell'
import { once, type ToolBefore, type OwnPath, type Services, type MessageData } from '@holdpoint/engine'
import { guardCall, OURS, type Guard } from '../guards.ts'
import { newlyWritten } from '../written.ts'
import { touchedBy } from './judge-files.ts'
import { changedByGit, patched } from './judge-git.ts'
import { judgeRun } from './judge-runs.ts'
import type { MessageId } from './messages.ts'
import { startsPrograms } from './other-agents.ts'
import { changesHooksPart } from './parts.ts'
import { placesOf, type Places } from './places.ts'
import { findsUs } from './processes.ts'
import { wordsOfUser } from './user-words.ts'

export interface ProtectionFinding {
  readonly id: MessageId
  readonly data: MessageData
  /** It may be intended, or may not happen: the user decides. */
  readonly asks: boolean
}

/** Everything a tool call does against the guards. */
export async function findingsOf(
  event: ToolBefore,
  guards: readonly Guard[],
  services: Services,
  budget = openBudget(MAX_WORK, services.until()),
): Promise<readonly ProtectionFinding[]> {
  const effects = await services.effects(event)
  const isReading = effects.files.every(({ op, maybe }) => !maybe && (op === 'read' || op === 'list'))
  // Computed on demand: many commands touch no file, and collecting the protected places is the slowest step.
  const own = once(() => services.ownPaths())
  if (isReading && effects.runs.length === 0) return [...byKey(effects, own), ...unread(effects, budget)]
  const found = once(() => placesOf(event, services, own(), guards))
  const places: Places = {
    at: (path) => found().at(path),
    get known() {
      return found().known
    },
    isProgramDirectory: (path) => found().isProgramDirectory(path),
  }
  return [
    ...byFiles(event, effects, places, services, budget),
    ...byRuns(effects, own, guards),
    ...byExport(event, effects),
    ...byWords(event, effects),
    ...byKey(effects, own),
    ...(await byGit(effects, places, services)),
    ...unread(effects, budget),
    ...byWritten(event, effects, (inner) => [
      ...byFiles(event, inner, places, services, budget),
      ...byRuns(inner, own, guards),
    ]),
  ]
}

/** Limit of comparisons with protected places, far above what any useful command needs. */
const MAX_WORK = 4_000_000

/** A part that was not parsed, or not judged to its end, may change anything. */
const unread = ({ doubts }: Effects, { isUsedUp }: Budget): readonly ProtectionFinding[] =>
  isUsedUp || doubts.some(({ about }) => about === 'limit') ? [{ id: 'unread', data: {}, asks: true }] : []

/** What a file that others run would do against the guards on this machine, as far as that is certain. */
function byWritten(
  { root }: ToolBefore,
  effects: Effects,
  judge: (inner: Effects) => readonly ProtectionFinding[],
): readonly ProtectionFinding[] {
  const written = newlyWritten(effects, root, ({ where, effects: inner }) =>
    where === 'here' ? judge(inner).filter(({ asks }) => !asks) : [],
  )
  return written === undefined
    ? []
    : [{ id: 'would-run', data: { ...written.data, reason: 'It changes what the hooks do.' }, asks: true }]
}

function byFiles(
  event: ToolBefore,
  effects: Effects,
  places: Places,
  { files }: Services,
  budget: Budget,
): readonly ProtectionFinding[] {
  const sweeping = new Set(effects.git.filter(({ command }) => SWEEPING.includes(command)).map(({ run }) => run))
  return effects.files.flatMap((effect): readonly ProtectionFinding[] => {
    if (!budget.spend()) return []
    const isSwept = effect.run !== undefined && sweeping.has(effect.run)
    const touched = touchedBy(effect, isSwept ? 'some' : 'all', places, files, budget)
    if (touched !== undefined) {
      const data = { path: shown(touched.path), note: touched.note }
      return touched.doubtful ? [{ id: 'unclear', data, asks: true }] : [{ id: touched.why, data, asks: false }]
    }
    if (changesHooksPart(effect, event, files))
      return [{ id: 'part', data: { path: shown(effect.path) }, asks: effect.maybe }]
    if (startsPrograms(effect)) return [{ id: 'starts', data: { path: shown(effect.path) }, asks: true }]
    // Loaded into another program, our code does what that program wants.
    const isLoaded =
      effect.op === 'read' && LOADING.test(effect.run?.program ?? '') && places.at(effect.path)?.why === 'program'
    if (isLoaded && effect.run !== undefined && guardCall(effect.run, [OURS]) === undefined) {
      return [{ id: 'command', data: { command: 'holdpoint' }, asks: false }]
    }
    const isStartup = effect.op === 'write' && STARTUP.test(foldPath(effect.path)) && MENTION.test(effect.content ?? '')
    return isStartup ? [{ id: 'switch', data: { variable: shown(effect.path) }, asks: false }] : []
  })
}

const LOADING = /^(node|nodejs|bun|deno|tsx)$/

/** What these affect depends on the tracked files, so judge-git.ts checks them. */
const SWEEPING: readonly string[] = ['clean', 'checkout', 'restore', 'stash', 'reset', 'switch']

/** Shells of later sessions read these. */
const STARTUP =
  /\/(\.(bash_?(rc|profile|login|aliases)|profile|zsh(rc|env)|zprofile|zlogin|envrc)|config\.fish)$|^\/etc\/(profile|bash\.bashrc|environment|zsh\/zshrc)/
const MENTION =
  /\bholdpoint\b|\bHOLDPOINT_|disableAllHooks|\bCLAUDE_(CONFIG_DIR|CODE_SIMPLE)\b|--(bare|safe-mode|setting-sources)\b/i

function byRuns(
  effects: Effects,
  own: () => readonly OwnPath[],
  guards: readonly Guard[],
): readonly ProtectionFinding[] {
  const unknown = new Set(effects.files.filter(({ maybe }) => maybe).map(({ run }) => run))
  const isFound = findsUs(effects, own)
  return effects.runs.flatMap((run): readonly ProtectionFinding[] => {
    const found = judgeRun(run, { isUnknown: unknown.has(run), isFound }, guards)
    return found === undefined ? [] : [{ id: found.id, data: found.data, asks: found.doubtful }]
  })
}

/** With `set -a` a plain assignment reaches every program that follows. */
function byExport({ tool }: ToolBefore, { runs }: Effects): readonly ProtectionFinding[] {
  if (tool.command?.includes('HOLDPOINT_') !== true) return []
  const variable = /(?:^|[\s;&|(])(HOLDPOINT_\w+)=/.exec(tool.command)?.[1]
  const exportsAll = ({ program, args }: Run): boolean =>
    program === 'set' && args.some((arg) => /^-[a-z]*a|^allexport$/.test(arg))
  return variable !== undefined && runs.some(exportsAll) ? [{ id: 'switch', data: { variable }, asks: false }] : []
}

/** Only the user may allow a refused call, by whatever way the words arrive. */
function byWords({ tool }: ToolBefore, effects: Effects): readonly ProtectionFinding[] {
  const command = wordsOfUser(tool.command ?? '', effects)
  return command === undefined ? [] : [{ id: 'command', data: { command }, asks: false }]
}

/** A program that can read the key in the state directory can write a grant that counts. */
function byKey({ files }: Effects, own: () => readonly OwnPath[]): readonly ProtectionFinding[] {
  const isState = (path: string): boolean =>
    own().some((place) => place.what === 'state' && isWithin(foldPath(place.path), path))
  const isKey = ({ op, path, real }: FileEffect): boolean =>
    op === 'read' &&
    [path, real].some((name) => name.endsWith('/seal-key') || (name.includes('/.') && isState(foldPath(name))))
  const found = files.find(isKey)
  if (found === undefined) return []
  const data = { path: shown(found.path), note: 'It holds the key that seals grants.' }
  return [{ id: found.maybe ? 'unclear' : 'state', data, asks: found.maybe }]
}

async function byGit(effects: Effects, places: Places, services: Services): Promise<readonly ProtectionFinding[]> {
  const patches = effects.runs.filter(({ program }) => program === 'patch')
  const changes = [
    ...(await changedByGit(effects.git, places, services)),
    ...patches.map((run) => patched(run, places, services)),
  ]
  return changes
    .filter((change) => change !== undefined)
    .map(({ path, moves }) => ({ id: moves ? 'moved' : 'by_git', data: { path: shown(path) }, asks: moves }))
}
