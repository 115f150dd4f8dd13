import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { isObject, type Env } from '@holdpoint/engine'
import { isOurLine } from '@holdpoint/runtime'
import { error, ok, warn, type Finding } from './finding.ts'

/** Codex skips an entry that the user has not trusted, or that has changed since, without a message. */
export async function checkCodexTrust(root: string, env: Env): Promise<readonly Finding[]> {
  const hooks = await listHooks(root, env)
  if (hooks === undefined)
    return [warn('Codex cannot be asked which entries it trusts.', 'Check that `codex app-server` starts.')]
  const ours = hooks.filter(({ command }) =>
    ['user', 'project'].some((scope) => isOurLine(command, scope as 'user', 'codex')),
  )
  if (ours.length === 0)
    return [
      error(
        'Codex does not load these entries.',
        'Trust the project: start `codex` here once and accept the question.',
      ),
    ]
  const skipped = ours.filter(({ trust }) => trust !== 'trusted' && trust !== 'managed')
  if (skipped.length === 0) return [ok(`Codex trusts ${ours.length} entries`)]
  const names = skipped.map(({ event, trust }) => `${event} (${trust})`).join(', ')
  return [
    error(
      `Codex skips entries that you have not trusted: ${names}.`,
      'Open `/hooks` in Codex, review the entries and trust them.',
    ),
  ]
}

interface CodexHook {
  readonly event: string
  readonly command: string
  readonly trust: string
}

const LIMIT_MS = 15_000

/** Asks Codex itself, by the protocol of its app server: one JSON object per line. */
function listHooks(root: string, env: Env): Promise<readonly CodexHook[] | undefined> {
  return new Promise((resolve) => {
    const child = spawn('codex', ['app-server'], { cwd: root, env, stdio: ['pipe', 'pipe', 'ignore'] })
    const end = (found: readonly CodexHook[] | undefined): void => {
      clearTimeout(timer)
      child.kill()
      resolve(found)
    }
    const timer = setTimeout(() => end(undefined), LIMIT_MS)
    const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`)
    child.on('error', () => end(undefined))
    child.on('exit', () => end(undefined))
    child.stdin.on('error', () => end(undefined))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, result } = parsed(line)
      if (id === 0) {
        send({ method: 'initialized' })
        send({ id: 1, method: 'hooks/list', params: { cwds: [root] } })
      }
      if (id === 1) end(hooksIn(result))
    })
    send({
      id: 0,
      method: 'initialize',
      params: { clientInfo: { name: 'holdpoint', title: 'Holdpoint', version: '1' } },
    })
  })
}

function parsed(line: string): { readonly id?: unknown; readonly result?: unknown } {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function hooksIn(result: unknown): readonly CodexHook[] | undefined {
  const data = isObject(result) ? result['data'] : undefined
  if (!Array.isArray(data)) return undefined
  return data
    .filter(isObject)
    .flatMap(({ hooks }) => (Array.isArray(hooks) ? hooks.filter(isObject) : []))
    .map(({ eventName, command, trustStatus }) => ({
      event: String(eventName),
      command: String(command),
      trust: String(trustStatus),
    }))
}
