import { isObject } from '@holdpoint/engine'
/** A program's output, classified as a host would do it. */
export type Said =
  | { readonly form: 'nothing' }
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'object'; readonly value: Json }
  /** Looks like an answer, but is invalid. */
  | { readonly form: 'broken'; readonly why: string }

export type Json = Readonly<Record<string, unknown>>

/** An object with one of these fields is an answer. */
const ANSWER_KEYS = [
  'continue',
  'decision',
  'hookSpecificOutput',
  'systemMessage',
  'additionalContext',
  'permissionDecision',
]

export function readStdout(stdout: string): Said {
  const text = stdout.replace(/^\uFEFF/, '').trim()
  if (text === '') return { form: 'nothing' }
  if (text.startsWith('{')) {
    const value = objectIn(text)
    return value === undefined ? { form: 'broken', why: whyBroken(text) } : { form: 'object', value }
  }
  return hidesAnswer(text) ? { form: 'broken', why: AMONG_LINES } : { form: 'text', text }
}

const AMONG_LINES = 'it prints other lines beside its answer, which agents then ignore; send those to stderr'

function whyBroken(text: string): string {
  const first = objectIn(text.slice(0, lineEnd(text)))
  if (first === undefined) return 'its answer is not valid JSON'
  return first['async'] === true
    ? 'it wants to go on in the background; write `async: true` in its definition instead'
    : AMONG_LINES
}

/** JSON after log lines, on lines of its own or on the last one. */
function hidesAnswer(text: string): boolean {
  const start = text.indexOf('\n{')
  if (start === -1) return false
  const last = text.lastIndexOf('\n{')
  return [text.slice(start + 1), text.slice(last + 1), text.slice(last + 1, last + 1 + lineEnd(text.slice(last + 1)))]
    .map(objectIn)
    .some((value) => value !== undefined && ANSWER_KEYS.some((key) => Object.hasOwn(value, key)))
}

function lineEnd(text: string): number {
  const end = text.indexOf('\n')
  return end === -1 ? text.length : end
}

function objectIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
