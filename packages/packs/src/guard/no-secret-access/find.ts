import { secretBelow } from '../../shared/secret-paths.ts'
import {
  openBudget,
  type Budget,
  ANY,
  ONE,
  shown,
  type Effects,
  type FileEffect,
  type Run,
  absolutePath,
  isWithin,
} from '@holdpoint/shell'
import type { Services, ToolBefore, ToolCall, MessageData } from '@holdpoint/engine'
import { literalKeys } from '../literal-keys.ts'
import { wordFor } from '../named-words.ts'
import { isAccessList } from '../secrets.ts'
import type { Secrets } from './rules.ts'
import { addedByGit, printedByGit } from './by-git.ts'
import { isDump, isHarmlessLoad, isLoader, isOnlyUsed, readsCertificates, showsEnvironment } from './uses.ts'

export interface SecretFinding {
  readonly decision: 'deny' | 'ask'
  readonly id:
    | 'read'
    | 'copied'
    | 'sent'
    | 'unclear'
    | 'listed'
    | 'stored'
    | 'revealed'
    | 'committed'
    | 'environment'
    | 'printed'
    | 'exposed'
    | 'saved'
    | 'written'
    | 'unread'
  readonly data: MessageData
}

/** The worst that a tool call does with secrets, if it does anything. */
export function findSecret(
  event: ToolBefore,
  effects: Effects,
  secrets: Secrets,
  { environment }: { readonly environment: 'allow' | 'ask' | 'deny' },
  budget: Budget,
): SecretFinding | undefined {
  const shows = showsEnvironment(event, effects, budget)
  const call: JudgedCall = { tool: event.tool, effects, secrets, shows, budget, isLeftHere: leftHere(effects, secrets) }
  const found = [
    ...sent(effects, secrets, budget),
    ...effects.files.flatMap((file) => touched(file, call)),
    ...loaded(call),
    ...searched(event, secrets),
    ...byGit(effects, secrets),
    ...exposed(effects),
    ...revealed(effects),
    ...saved(effects, secrets),
    ...written(effects, budget),
    ...printed(effects, environment),
    ...unread(effects, budget),
  ]
  const denials = found.filter(({ decision }) => decision === 'deny')
  return (
    WORST.map((id) => denials.find((each) => each.id === id)).find((each) => each !== undefined) ??
    denials[0] ??
    found[0]
  )
}

/** Limit of name checks, far above what any useful command needs. */
const MAX_WORK = 8_000_000

/** For one search. All of them end when the event's time is up. */
export const openSearch = ({ until }: Pick<Services, 'until'>): Budget => openBudget(MAX_WORK, until())

/** A part that was not parsed, or not judged to its end, may print anything. */
const unread = ({ doubts }: Effects, { isUsedUp }: Budget): readonly SecretFinding[] =>
  isUsedUp || doubts.some(({ about }) => about === 'limit') ? [ask('unread')] : []

/** A key written in the command itself. */
const written = (effects: Effects, budget: Budget): readonly SecretFinding[] =>
  literalKeys(effects, budget).map((name) => ask('written', { name }))

/** Of several reasons the most specific one. */
const WORST: readonly SecretFinding['id'][] = ['sent', 'copied', 'read']

/** The source of what `env` prints. */
const ENVIRONMENT = '/proc/self/environ'

interface JudgedCall {
  readonly tool: ToolCall
  readonly effects: Effects
  readonly secrets: Secrets
  /** Whether it prints variables. */
  readonly shows: boolean
  readonly budget: Budget
  /** Whether a run only copies a secret to another protected path in the project, or adds it to git. */
  readonly isLeftHere: (run: Run | undefined) => boolean
}

const deny = (id: SecretFinding['id'], data: MessageData = {}): SecretFinding => ({ decision: 'deny', id, data })
const ask = (id: SecretFinding['id'], data: MessageData = {}): SecretFinding => ({ decision: 'ask', id, data })

function touched(
  file: FileEffect,
  { tool, effects, secrets, shows, budget, isLeftHere }: JudgedCall,
): readonly SecretFinding[] {
  if (!budget.spend(1 + file.path.length / 16)) return []
  const isListed = file.namedBy !== undefined && file.namedBy.lists.length > 0
  const path =
    secrets.find(file.path) ?? secrets.find(file.real) ?? (isListed ? secrets.findListed(file.path) : undefined)
  const inside =
    path === undefined && file.maybe && file.op === 'read' ? secretBelow(file.path, secrets.home) : undefined
  if (inside !== undefined && !isShared(file.path))
    return [ask('unclear', { program: file.run?.program ?? tool.name, path: shown(inside) })]
  if (path === undefined && isListed && file.op === 'read' && !file.maybe) {
    const likely = secrets.findLikely(file.path)
    if (likely !== undefined && !isOnlyUsed(file, shows, budget)) return [ask('listed', { path: shown(likely) })]
  }
  if (isHunt(file, secrets)) return [ask('listed', { path: shown(`${secrets.home ?? '~'}/.ssh`) })]
  if (file.op === 'delete' && !file.maybe && isAccessList(file.path)) return [ask('stored', { path: shown(file.path) })]
  // An edit shows the lines around it.
  const isRead = file.op === 'read' || (file.run === undefined && tool.kind === 'edit')
  if (file.op === 'write' && path === undefined) return copied(file, secrets)
  // A dump of all variables is checked separately.
  const isEnvironment = file.run !== undefined && isDump(file.run) && file.path === ENVIRONMENT
  if (path === undefined || isEnvironment || file.op === 'list' || file.op === 'mode') return []
  if (isRead && (isOnlyUsed(file, shows, budget) || (isLeftHere(file.run) && isOfProject(path, secrets)))) return []
  if (isRead && !shows && isHarmlessLoad(path, shows) && isHandedOn(file, effects)) return []
  if (file.maybe && file.op !== 'write') {
    if (/\s/.test(wordFor(file, budget)) && !secrets.exists(path)) return []
    return [ask('unclear', { program: file.run?.program ?? tool.name, path: shown(path) })]
  }
  if (isRead) return [deny('read', { path: shown(path) })]
  // A key in a temporary directory opens nothing yet.
  const isStore = !isWithin(path, secrets.root) && !TEMPORARY.test(path)
  // A redirection without a command only empties the file.
  const isEmptied = tool.kind === 'shell' && effects.runs.length === 0 && file.content === ''
  return isStore || isEmptied || file.from?.network === true ? [ask('stored', { path: shown(path) })] : []
}

/** `grep -r 'PRIVATE KEY' ~`: a search for secrets in everything that the user has. */
const isHunt = ({ op, recursive, maybe, path, run }: FileEffect, { home }: Secrets): boolean =>
  op === 'read' &&
  recursive &&
  !maybe &&
  home !== undefined &&
  (isWithin(home, path) || secretBelow(path, home) !== undefined) &&
  run?.args.some((arg) => HUNTED.test(arg)) === true

const HUNTED = /private key|passw|secret|api.?key|token|credential|akia|ghp_|aws_/i

/** A key of the user is not left where it is by a copy into the project. */
const isOfProject = (path: string, { root }: Secrets): boolean => isWithin(path, root) || isHarmlessLoad(path, false)

/** `export $(grep -v '^#' .env | xargs)`, `env $(cat .env) cmd`: what is read becomes variables of another program. */
const isHandedOn = ({ run }: FileEffect, { runs }: Effects): boolean => {
  const inner = run?.span
  if (inner === undefined || run?.via.at(-1) !== '$(…)') return false
  const place = runs
    .filter(({ program }) => /^(?:export|env|declare|typeset)$/.test(program))
    .flatMap(({ spans = [] }) => spans.slice(1))
    .find(({ start, end }) => start < inner.start && inner.end < end)
  return (
    place !== undefined &&
    runs.every(({ program, span }) => {
      const isInside = span !== undefined && place.start < span.start && span.end < place.end
      return !isInside || FILTERS.test(program)
    })
  )
}

/** They hand on what they read, and print it nowhere else. */
const FILTERS = /^(?:cat|[ef]?grep|sed|cut|tr|sort|head|tail|xargs|echo)$/

const TEMPORARY = /^(?:\/private)?(?:\/var)?\/tmp\//

/** A copy whose path is protected too, or a file that git adds, which is checked separately. */
function leftHere({ files, git }: Effects, secrets: Secrets): JudgedCall['isLeftHere'] {
  const adding = new Set(git.filter(({ command }) => command === 'add' || command === 'stage').map(({ run }) => run))
  const copies = new Map<Run, boolean>()
  for (const { op, run, path } of files) {
    if (op !== 'write' || run === undefined || !['cp', 'mv', 'install'].includes(run.program)) continue
    const isKept = copies.get(run) !== false && isWithin(path, secrets.root) && secrets.find(path) !== undefined
    copies.set(run, isKept)
  }
  return (run) => run !== undefined && (copies.get(run) === true || adding.has(run))
}

/** The effects of a sourced script describe what it does, so this checks the script file itself. */
function loaded({ effects, secrets, shows }: JudgedCall): readonly SecretFinding[] {
  return effects.runs.filter(isLoader).flatMap((run) => {
    const path = secrets.find(absolutePath(run.args[0] ?? '', run.cwd))
    return path === undefined || isHarmlessLoad(path, shows) ? [] : [deny('read', { path: shown(path) })]
  })
}

function copied({ path: target, from, maybe, run }: FileEffect, secrets: Secrets): readonly SecretFinding[] {
  const sources =
    maybe || (run !== undefined && readsCertificates(run))
      ? []
      : (from?.files ?? []).filter((source) => source !== ENVIRONMENT)
  const path = sources
    .map((source) => secrets.find(source) ?? (isPacking(run) ? secretBelow(source, secrets.home) : undefined))
    .find((source) => source !== undefined)
  return path === undefined ? [] : [deny('copied', { path: shown(path), target: shown(target) })]
}

/** Directories that hold the settings of everything, or the packages of a tool beside its login. */
const isShared = (path: string): boolean =>
  /\/(?:\.config|\.local|\.local\/share|\.m2|\.gradle|\.cargo|\.gem|\.nuget|\.composer|\.bundle|\.vagrant\.d|\.ansible|\.jupyter|\.claude|\.codex|\.gemini|\.cache|Library|Library\/[^/]+|AppData|AppData\/[^/]+)$/i.test(
    path,
  )

/** They take a directory with everything in it. */
const isPacking = (run: Run | undefined): boolean =>
  run !== undefined && /^(?:tar|gtar|bsdtar|zip|7z[ar]?|rar|rsync|cp)$/.test(run.program)

function sent({ net, runs, files }: Effects, secrets: Secrets, budget: Budget): readonly SecretFinding[] {
  const dumps = runs.some(isDump)
  // Secrets on disk, and those that the same command writes before it sends them.
  const written = net.length === 0 ? [] : files.filter(({ op }) => op === 'write').map(({ path }) => path)
  const newSecrets = written.filter((path) => budget.spend(1 + path.length / 16) && secrets.find(path) !== undefined)
  const sentSecret = (path: string): string | undefined =>
    secrets.findSent(path) ?? newSecrets.find((file) => budget.spend() && isWithin(file, path))
  return net.flatMap(({ sends, target }) => {
    const local = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(target)?.[1]
    const fetched = local === undefined ? undefined : secrets.find(absolutePath(local, '/'))
    if (fetched !== undefined) return [deny('read', { path: fetched })]
    if (sends === undefined) return []
    const path = sends.files.map(sentSecret).find((file) => file !== undefined)
    if (path !== undefined) return [deny('sent', { path: shown(path) })]
    return sends.unknown && dumps ? [deny('sent', { path: 'the environment' })] : []
  })
}

/** A search limited to files that hold secrets. */
function searched({ tool, cwd }: ToolBefore, secrets: Secrets): readonly SecretFinding[] {
  const glob = tool.kind === 'read' ? (tool.input['glob'] ?? tool.input['include']) : undefined
  if (typeof glob !== 'string') return []
  const pattern = glob.replaceAll('*', ANY).replaceAll('?', ONE)
  const names = pattern.split(/[{},]/).filter((name) => name !== '')
  const path = names.map((name) => secrets.find(absolutePath(name, cwd))).find((found) => found !== undefined)
  return path === undefined ? [] : [deny('read', { path: shown(path) })]
}

function byGit({ git }: Effects, secrets: Secrets): readonly SecretFinding[] {
  return git.flatMap((effect) => {
    const path = printedByGit(effect).find((given) => secrets.find(given) !== undefined)
    if (path !== undefined) return [deny('read', { path: shown(path) })]
    const added = addedByGit(effect).find((given) => secrets.find(given) !== undefined)
    return added === undefined
      ? []
      : [ask('committed', { path: shown(added), name: added.slice(added.lastIndexOf('/') + 1) })]
  })
}

/** Secret values, of variables or printed by a command, that leave the machine. */
const exposed = ({ net }: Effects): readonly SecretFinding[] =>
  net.flatMap(({ sends, target, twoWay, run }) => {
    const [secret] = sends?.secrets ?? []
    if (secret === undefined) return []
    const data = { secret: shown(secret), target: shown(target) }
    // A request may have to carry a password; a bare connection or the name of a machine has no need of one.
    return [twoWay && run.program !== 'ssh' ? deny('exposed', data) : ask('exposed', data)]
  })

const revealed = ({ printed: values }: Effects): readonly SecretFinding[] =>
  values.map((secret) =>
    secret.startsWith('$')
      ? ask('printed', { secret })
      : { decision: decisionOn(secret), id: 'revealed', data: { command: shown(secret) } },
  )

/** Reading the user's key ring is denied; printing one value may be intended, so it asks. */
const decisionOn = (secret: string): 'deny' | 'ask' =>
  /^security |^gpg2? .*--export-secret/.test(secret) ? 'deny' : 'ask'

/** Secret values in files that are not protected. */
const saved = ({ files }: Effects, secrets: Secrets): readonly SecretFinding[] =>
  files.flatMap(({ op, path, from, maybe }) => {
    const [secret] = op === 'write' && !maybe ? (from?.secrets ?? []) : []
    if (secret === undefined || secrets.find(path) !== undefined) return []
    return [{ decision: decisionOn(secret), id: 'saved', data: { secret: shown(secret), target: shown(path) } }]
  })

function printed({ runs }: Effects, environment: 'allow' | 'ask' | 'deny'): readonly SecretFinding[] {
  if (!runs.some(isDump)) return []
  if (environment !== 'allow') return [environment === 'ask' ? ask('environment') : deny('environment')]
  const isHunt = runs.some(
    ({ program, args }) =>
      args.some((arg) => /token|secret|passw|api.?key|credential/i.test(arg)) &&
      // `env | grep -v SECRET` leaves them out.
      !(program === 'grep' && args.some((arg) => /^(?:-[a-zA-Z]*v[a-zA-Z]*|--invert-match)$/.test(arg))),
  )
  return isHunt ? [ask('environment')] : []
}
