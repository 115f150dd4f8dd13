import { HOSTS } from '@holdpoint/hosts'
import { UserError } from '@holdpoint/engine'
import { sendingIn, sendingLines, LOOSENING_WAITS, trustIn, TRUST_WORDS, type ProjectTrust } from '@holdpoint/runtime'
import { oneLine } from '@holdpoint/engine/policy'
import { grant, revoke, type Granted, LOOSENING, changesSince, type TrustEntry } from '@holdpoint/runtime/custom'
import { checkSettings } from '../doctor/settings.ts'
import { isInstalled } from '../install/install.ts'
import { INSTALL_SCOPES } from '../install/scopes.ts'
import { builtIn } from '@holdpoint/packs'
import { placeOf, preparePlace } from '@holdpoint/runtime/system'
import { colours, facts, print, printJson, wrap } from './output.ts'
import { thisProgram } from './program.ts'
import { configurationOf, projectRoot } from './project.ts'
import { kindOf, startsOf } from './trust-words.ts'

interface TrustOptions {
  readonly project?: string
  readonly json?: boolean
  readonly yes?: boolean
  readonly list?: boolean
  readonly revoke?: boolean
}

/** Shows what a project's files would start, load or send, and lets the user trust exactly that. */
export async function trust(ids: readonly string[], options: TrustOptions): Promise<void> {
  const root = projectRoot(options.project)
  if (options.list === true && options.revoke !== true) return list(await trustIn(root, process.env, builtIn), options)
  refuseAgents()
  preparePlace(placeOf(root, process.env), process.env)
  if (options.revoke === true) return takeBack(ids, root, options)
  const found = await trustIn(root, process.env, builtIn)
  const waiting = wanted(ids, found.entries)
  if (waiting.length === 0) {
    if (options.json === true) return printJson({ root, granted: [], refused: [], entries: [] })
    for (const problem of found.problems) print(`${colours.red('!')} ${oneLine(problem)}`)
    if (found.problems.length > 0) return void (process.exitCode = 1)
    return print(found.entries.length === 0 ? NOTHING_HERE : 'Everything here is trusted already.')
  }
  if (options.json !== true) show(found, waiting)
  if (options.yes !== true && !(await isConfirmed(waiting, options))) throw new UserError('nothing was trusted.')
  const done = await grant(waiting, found.place, process.env, new Date())
  if (done.refused.length > 0) process.exitCode = 1
  if (options.json === true) return printJson({ root, ...done, entries: waiting.map(asJson) })
  tell(done)
  if (done.granted.length > 0) await printUnregistered(root)
  const { settings, catalogue } = await configurationOf(root)
  for (const line of sendingLines(sendingIn(settings, catalogue))) print(wrap(line))
}

/** Newly trusted hooks may listen to events that are not registered yet. */
async function printUnregistered(root: string): Promise<void> {
  const targets = INSTALL_SCOPES.flatMap((scope) =>
    HOSTS.map(({ id }) => ({ scope, root, env: process.env, host: id })),
  ).filter(isInstalled)
  const reports = await Promise.all(
    targets.map((target) => checkSettings(target, { ...thisProgram(), scope: target.scope })),
  )
  const lacking = reports.flatMap(({ findings }) => findings).some(({ what }) => what.includes('does not register'))
  if (lacking)
    print(`${colours.yellow('!')} An event they need is not registered with the agent yet. Run \`holdpoint upgrade\`.`)
}

const NOTHING_HERE = 'Nothing in this project’s files needs your trust.'

/** For `init`, on a terminal: shows what waits for trust, and asks. Without a yes nothing is trusted. */
export async function offerTrust(root: string): Promise<void> {
  if (!isTerminal() || agentMark() !== '') return
  const found = await trustIn(root, process.env, builtIn)
  const waiting = wanted([], found.entries)
  if (waiting.length === 0) return
  show(found, waiting)
  if (!(await isConfirmed(waiting, {}))) return
  preparePlace(placeOf(root, process.env), process.env)
  tell(await grant(waiting, found.place, process.env, new Date()))
}

export async function printUntrusted(root: string): Promise<void> {
  const waiting = wanted([], (await trustIn(root, process.env, builtIn)).entries)
  const { length } = waiting.filter(({ item }) => item.id !== LOOSENING)
  if (length < waiting.length) print(`\n${LOOSENING_WAITS}: holdpoint trust`)
  if (length === 0) return
  const what = length === 1 ? '1 hook of this project does' : `${length} hooks of this project do`
  print(`\n${what} not run until you trust them. Review them with \`holdpoint trust\`.`)
}

function wanted(ids: readonly string[], entries: readonly TrustEntry[]): readonly TrustEntry[] {
  const wrong = ids.find((id) => !entries.some(({ item }) => item.id === id))
  if (wrong !== undefined) {
    const known = entries.map(({ item }) => item.id).join(', ')
    throw new UserError(
      `nothing here with the id \`${wrong}\` needs trust.${known === '' ? '' : ` These do: ${known}.`}`,
    )
  }
  return entries.filter(({ item, trust: word }) => word !== 'granted' && (ids.length === 0 || ids.includes(item.id)))
}

const isTerminal = (): boolean => Boolean(process.stdin.isTTY && process.stdout.isTTY)
const agentMark = (): string => process.env['CLAUDECODE'] ?? ''

/** Only the user may trust hooks: an agent could otherwise run any code through them. */
export function refuseAgents(): void {
  if (agentMark() === '') return
  throw new UserError('only you can grant trust, and an agent started this. Run it in your own terminal.')
}

async function isConfirmed(waiting: readonly TrustEntry[], { json }: TrustOptions): Promise<boolean> {
  if (json === true || !isTerminal()) {
    throw new UserError('only you can grant trust, and this is not a terminal. Review the hooks, then add --yes.')
  }
  const { confirm } = await import('@clack/prompts')
  const message =
    waiting.length === 1 ? 'Trust it, exactly as it is now?' : 'Trust all of them, exactly as they are now?'
  return (await confirm({ message, initialValue: false })) === true
}

function show({ problems }: ProjectTrust, waiting: readonly TrustEntry[]): void {
  for (const problem of problems) print(`${colours.red('!')} ${oneLine(problem)}\n`)
  print('This project’s files run programs with all your rights, send data, or loosen your settings:\n')
  for (const entry of waiting) print(`${describe(entry)}\n`)
}

function describe(entry: TrustEntry): string {
  const { item, trust: word, facts: found, last } = entry
  const since = word === 'changed' && last !== undefined ? ` on ${last.at.slice(0, 16).replace('T', ' ')}` : ''
  const head = `${colours.bold(oneLine(item.id))}  ${kindOf(item.definition)}, ${item.layer}; ${TRUST_WORDS[word]}${since}`
  const changes = word === 'changed' && last !== undefined ? changesSince(last, entry) : []
  const rows: (readonly [string, string])[] = [
    ...startsOf(item.definition),
    ...found.files.map(({ path, digest, bytes }, index): readonly [string, string] => [
      index === 0 ? 'files' : '',
      digest === 'missing' ? `${path} (missing)` : `${path} (${bytes} bytes)`,
    ]),
    ...changes.map((text, index): readonly [string, string] => [index === 0 ? 'changed' : '', text]),
    ...(found.problem === undefined ? [] : [['cannot be trusted', found.problem] as const]),
  ]
  return `${head}\n${facts(
    rows.map(([name, text]) => [name, oneLine(text)]),
    2,
  )}`
}

function tell({ granted, refused }: Granted): void {
  for (const id of granted) print(`${colours.green('✓')} ${oneLine(id)} is trusted`)
  for (const { id, why } of refused) print(`${colours.red('✗')} ${oneLine(id)}: ${oneLine(why)}`)
}

function list(found: ProjectTrust, { json }: TrustOptions): void {
  const { store, entries, place, problems } = found
  const gone = Object.keys(store.grants).filter((id) => !entries.some(({ item }) => item.id === id))
  if (json === true) {
    return printJson({
      root: place.root,
      problems,
      entries: entries.map(asJson),
      gone,
    })
  }
  for (const problem of problems) print(`${colours.red('!')} ${oneLine(problem)}`)
  for (const entry of entries) print(describe(entry))
  for (const id of gone) print(`${oneLine(id)}  trusted, but no longer present`)
  if (entries.length + gone.length + problems.length === 0) print(NOTHING_HERE)
}

const asJson = ({ item, trust: word, facts: { digest, files, problem }, last }: TrustEntry): object => ({
  id: item.id,
  kind: kindOf(item.definition),
  layer: item.layer,
  trust: word,
  definition: item.definition,
  files,
  digest,
  ...(problem !== undefined && { problem }),
  ...(last !== undefined && { trustedAt: last.at }),
})

function takeBack(ids: readonly string[], root: string, { json, yes }: TrustOptions): void {
  if (yes !== true && !isTerminal()) {
    throw new UserError('only you can revoke trust, and this is not a terminal. Add --yes.')
  }
  const revoked = revoke(ids, { root, directory: placeOf(root, process.env).directory })
  if (json === true) return printJson({ root, revoked })
  for (const id of revoked) print(`${oneLine(id)} is no longer trusted`)
  if (revoked.length === 0) print('Nothing was trusted.')
}
