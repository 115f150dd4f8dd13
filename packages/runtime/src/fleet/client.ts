import { gzipSync } from 'node:zlib'
import { attempt, isObject, messageOf } from '@holdpoint/engine'
import { HEADERS, newNonce, signRequest } from './sign.ts'

/** Who calls, and where. */
export interface Caller {
  readonly server: string
  /** `new` while enrolling. */
  readonly machine: string
  readonly privateKey: string
}

export type Answer =
  | { readonly kind: 'ok'; readonly body: unknown }
  /** The request was understood and refused: sending it again changes nothing. */
  | { readonly kind: 'refused'; readonly status: number; readonly body: unknown; readonly problem: string }
  /** The server could not be reached, or is overloaded. */
  | { readonly kind: 'later'; readonly problem: string; readonly retryAfterMs?: number }

const REQUEST_MS = 15_000
const MAX_ANSWER = 16 << 20

/** How far the server's clock is ahead of ours, once it has said so. */
let clockOffset = 0

/** Sends one signed request. A wrong clock is corrected once by what the server says. */
export async function call(caller: Caller, method: 'GET' | 'POST', path: string, content?: unknown): Promise<Answer> {
  const body = content === undefined ? new Uint8Array() : gzipSync(JSON.stringify(content))
  const answer = await callOnce(caller, method, path, body)
  const time = answer.kind === 'refused' && answer.status === 401 ? numberIn(answer.body, 'serverTime') : undefined
  if (time === undefined) return answer
  clockOffset = time - Date.now()
  return callOnce(caller, method, path, body)
}

/** How far this machine's clock is behind the server's, as far as it is known. */
export const knownClockOffset = (): number => clockOffset

async function callOnce(caller: Caller, method: string, path: string, body: Uint8Array): Promise<Answer> {
  const signed = {
    method,
    path,
    machine: caller.machine,
    time: String(Date.now() + clockOffset),
    nonce: newNonce(),
  }
  try {
    const response = await fetch(new URL(path, caller.server), {
      method,
      headers: {
        [HEADERS.machine]: signed.machine,
        [HEADERS.time]: signed.time,
        [HEADERS.nonce]: signed.nonce,
        [HEADERS.signature]: signRequest(caller.privateKey, signed, body),
        'content-type': 'application/vnd.holdpoint+gzip',
        'user-agent': 'holdpoint',
      },
      ...(method === 'POST' && { body }),
      // What is meant for one server must not be redirected to another.
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_MS),
    })
    const text = (await response.text()).slice(0, MAX_ANSWER)
    const answer: unknown = attempt(() => JSON.parse(text))
    if (response.status === 200) return { kind: 'ok', body: answer }
    const problem = `${caller.server} answered ${response.status}${said(answer)}`
    if (response.status === 429 || response.status >= 500)
      return { kind: 'later', problem, ...retryAfter(response.headers.get('retry-after')) }
    return { kind: 'refused', status: response.status, body: answer, problem }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return { kind: 'later', problem: `${caller.server} cannot be reached: ${messageOf(error)}${cause}` }
  }
}

function said(body: unknown): string {
  const error = isObject(body) ? body['error'] : undefined
  return typeof error === 'string' ? `: ${error.slice(0, 300)}` : ''
}

function numberIn(body: unknown, name: string): number | undefined {
  const value = isObject(body) ? body[name] : undefined
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

const retryAfter = (header: string | null): { retryAfterMs?: number } =>
  header !== null && /^\d{1,6}$/.test(header) ? { retryAfterMs: Number(header) * 1_000 } : {}
