import { attempt, type LlmAnswer, type LlmProvider, type LlmQuestion } from '@holdpoint/engine'
import { loadPackages, type Ask } from './packages.ts'

/** One question, one answer within the timeout; no retry, because the agent is waiting. Never throws. */
export async function askProvider(
  question: LlmQuestion,
  signal: AbortSignal,
  load: (provider: LlmProvider) => Ask = loadPackages,
): Promise<LlmAnswer> {
  const { provider, timeoutMs } = question
  const baseUrl = addressOf(question)
  if (baseUrl === undefined) return { failure: 'error', message: 'its base URL is no https address' }
  const ask = attempt(() => load(provider))
  if (ask === undefined)
    return { failure: 'package', message: `the packages \`ai\` and \`@ai-sdk/${provider}\` are missing` }
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const text = await ask({ ...question, baseUrl }, AbortSignal.any([signal, timeout]))
    return text.trim() === '' ? { failure: 'error', message: NO_ANSWER, answered: true } : { text }
  } catch (error) {
    if (timeout.aborted) return { failure: 'timeout', message: `it did not answer within ${timeoutMs} ms` }
    return { failure: 'error', message: signal.aborted ? 'there was no time left for it' : briefly(error) }
  }
}

/** Always passed, even the default: otherwise the packages would take it from the environment. */
const ADDRESSES: Readonly<Record<LlmProvider, string>> = {
  google: 'https://generativelanguage.googleapis.com/v1beta',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
}

/** The key is sent to this address, so it must be https or this machine. */
function addressOf({ provider, baseUrl = ADDRESSES[provider] }: LlmQuestion): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined
  const { protocol, hostname } = new URL(baseUrl)
  const isOwn = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isOwn) ? baseUrl : undefined
}

const NO_ANSWER = 'it gave no answer that could be read'

/** The provider's text may contain a part of the key, so only the status is reported. */
function briefly(error: unknown): string {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' && status >= 400 ? `it answered with HTTP ${status}` : NO_ANSWER
}
