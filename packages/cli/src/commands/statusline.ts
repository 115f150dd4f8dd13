import { basename, join, resolve } from 'node:path'
import pc from 'picocolors'
import { safeName, attempt, type Env } from '@holdpoint/engine'
import {
  pendingApprovals,
  pluginTrust,
  settingsFiles,
  parseInput,
  objectAt,
  snoozesIn,
  textAt,
  type Json,
} from '@holdpoint/runtime'
import { decodeLine, fit, plain, spoolDirectory, spoolFiles } from '@holdpoint/runtime/audit'
import { readTail, detectProjectRoot, gitState, isTrusted, placeOf } from '@holdpoint/runtime/system'
import { isRegistered } from '../install/install.ts'
import { INSTALL_SCOPES } from '../install/scopes.ts'
import { print } from './output.ts'

/** Prints one line for any input: the agent shows nothing at all when its status line fails. */
export async function statusline(): Promise<void> {
  // The working directory may have been deleted.
  const cwd = attempt(() => process.cwd()) ?? '/'
  print(await statusText(payloadIn(await readStdin()), process.env, cwd))
}

/** Model, directory, branch, and what was held up in this session. */
export async function statusText(payload: Json, env: Env, cwd: string): Promise<string> {
  const model = objectAt(payload, 'model')
  const workspace = objectAt(payload, 'workspace')
  const directory = resolve(cwd, textAt(workspace, 'current_dir') ?? textAt(payload, 'cwd') ?? '.')
  const hints = [textAt(workspace, 'project_dir')].filter((hint) => hint !== undefined)
  const root = attempt(() => detectProjectRoot(hints, directory, env['HOME'])) ?? directory
  const places = [
    textAt(model, 'display_name') ?? textAt(model, 'id'),
    basename(directory),
    attempt(() => gitState(directory)?.branch),
  ]
  const shown = places.map((part) => fit(plain(part ?? ''), MAX_COLUMNS)).filter((part) => part !== '')
  return [...shown, await guardText(root, textAt(payload, 'session_id'), env)].join(' · ')
}

const MAX_COLUMNS = 40

async function guardText(root: string, session: string | undefined, env: Env): Promise<string> {
  const { dim, yellow } = pc.createColors((env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb')
  if (!(await isOn(root, env))) return dim('holdpoint off')
  const decisions = session === undefined ? [] : (attempt(() => decisionsOf(root, safeName(session), env)) ?? [])
  const counts = Object.entries(WORDS)
    .map(([decision, word]) => [decisions.filter((one) => one === decision).length, word] as const)
    .filter(([count]) => count > 0)
  const pending = session === undefined ? [] : pendingWords(root, safeName(session), env)
  const words = [...counts.map(([count, word]) => `${count} ${word}`), ...pending]
  return words.length === 0 ? dim('holdpoint on') : yellow(`holdpoint: ${words.join(', ')}`)
}

/** Calls of this session that the user could allow, and hooks that are off for a time. */
function pendingWords(root: string, session: string, env: Env): readonly string[] {
  const world = { place: placeOf(root, env), env, now: () => new Date() }
  const requests = attempt(() => pendingApprovals(world).requests.filter((one) => one.session === session)) ?? []
  const snoozes = attempt(() => snoozesIn(world).filter((one) => [undefined, session].includes(one.session))) ?? []
  return [
    ...(requests.length === 0 ? [] : [`${requests.length} to allow`]),
    ...(snoozes.length === 0 ? [] : [`${snoozes.length} snoozed`]),
  ]
}

const WORDS: Readonly<Record<string, string>> = { deny: 'denied', ask: 'asked', block: 'held' }

async function isOn(root: string, env: Env): Promise<boolean> {
  if (INSTALL_SCOPES.some((scope) => attempt(() => isRegistered({ scope, root, env })) === true)) return true
  const files = settingsFiles(root, env['HOME'])
  const registers = (hooks: Json): boolean => Object.keys(objectAt(hooks, 'hooks')).length > 0
  return (await pluginTrust({ files, env, root, registers }).catch(() => undefined)) !== undefined
}

/** A day of work is far smaller; of a larger file the end is enough. */
const MAX_BYTES = 4 << 20
/** A session may have begun yesterday. */
const DAYS = 2

function decisionsOf(root: string, session: string, env: Env): readonly string[] {
  const place = placeOf(root, env)
  if (!isTrusted(place, env)) return []
  const spool = spoolDirectory(place.directory)
  return spoolFiles(place.directory)
    .slice(-DAYS)
    .flatMap((name) => (readTail(join(spool, name), MAX_BYTES) ?? '').split('\n'))
    .filter((line) => line.includes(session))
    .map((line) => decodeLine(line))
    .flatMap((entry) => (entry?.session === session && entry.decision !== undefined ? [entry.decision] : []))
}

function payloadIn(text: string): Json {
  const value = attempt(() => parseInput(text))
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

const PATIENCE_MS = 1_000
const MAX_INPUT = 1 << 20

/** Reads stdin for a bounded time: the agent must not wait for its status line. */
async function readStdin(): Promise<string> {
  if (process.stdin.isTTY) return ''
  const chunks: Buffer[] = []
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS)
    const end = (): void => {
      clearTimeout(timer)
      resolve()
    }
    let size = 0
    process.stdin.on('end', end).on('error', end)
    process.stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_INPUT) end()
    })
  })
  process.stdin.destroy()
  return Buffer.concat(chunks).toString('utf8')
}
