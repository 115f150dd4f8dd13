import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Blocks a hook's thread from stdin, stdout and stderr, which the process shares with the host: one stray line there
 * would corrupt the answer of all hooks. This prevents accidents, not malicious code, which could do
 * whatever the user can.
 */
export function keepQuiet(): void {
  for (const stream of [process.stdout, process.stderr]) {
    Object.defineProperty(stream, 'write', { value: swallow, configurable: true, writable: true })
  }
  const isShared = (fd: unknown): boolean => fd === 0 || fd === 1 || fd === 2
  for (const name of ['writeSync', 'writevSync', 'writeFileSync', 'appendFileSync', 'closeSync'] as const) {
    replace(
      fs,
      name,
      (real) =>
        (fd, ...rest) =>
          isShared(fd) ? lengthOf(rest[0]) : real(fd, ...rest),
    )
  }
  for (const name of ['write', 'writev', 'writeFile', 'appendFile', 'close'] as const) {
    replace(
      fs,
      name,
      (real) =>
        (fd, ...rest) =>
          isShared(fd) ? callLast(rest) : real(fd, ...rest),
    )
  }
  for (const name of ['spawn', 'spawnSync', 'execFileSync', 'execSync', 'fork'] as const) {
    replace(
      childProcess,
      name,
      (real) =>
        (...given) =>
          real(...apart(given, name === 'fork')),
    )
  }
  syncBuiltinESMExports()
}

type AnyFunction = (...given: readonly unknown[]) => unknown

function replace(object: object, name: string, change: (real: AnyFunction) => AnyFunction): void {
  const holder = object as Record<string, AnyFunction>
  const real = holder[name]
  if (real !== undefined) holder[name] = change(real.bind(object))
}

function swallow(...given: readonly unknown[]): boolean {
  callLast(given)
  return true
}

function callLast(given: readonly unknown[]): void {
  const last = given.at(-1)
  if (typeof last === 'function') queueMicrotask(() => void (last as AnyFunction)(null))
}

const lengthOf = (data: unknown): number =>
  typeof data === 'string' ? Buffer.byteLength(data) : ArrayBuffer.isView(data) ? data.byteLength : 0

/** A child process must not inherit them either. */
function apart(given: readonly unknown[], isFork: boolean): readonly unknown[] {
  const at = given.findIndex((value, index) => index > 0 && isOptions(value))
  const options = (at === -1 ? {} : given[at]) as { readonly stdio?: unknown; readonly silent?: unknown }
  const { stdio } = options
  if (stdio === undefined && !isFork) return given
  const list = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio, ...(isFork ? ['ipc'] : [])]
  const safe = { ...options, stdio: list.map((value: unknown) => (isOurs(value) ? 'ignore' : value)) }
  if (at !== -1) return given.with(at, safe)
  const callback = given.findIndex((value) => typeof value === 'function')
  return callback === -1 ? [...given, safe] : given.toSpliced(callback, 0, safe)
}

const isOptions = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)

const isOurs = (value: unknown): boolean =>
  value === undefined || value === 'inherit' || value === 0 || value === 1 || value === 2 || isStream(value)

const isStream = (value: unknown): boolean =>
  value === process.stdin || value === process.stdout || value === process.stderr
