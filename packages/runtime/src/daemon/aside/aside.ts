import { fork, type ChildProcess } from 'node:child_process'
import type { Ask, Given, Settled, Told } from './messages.ts'

/** Undefined: the process ended, or took too long. `busy`: it has enough to do, and has not got this event. */
export type Aside = (given: Given) => Promise<Settled | 'busy' | undefined>

export interface AsideOptions {
  /** The file of the process, and its argument. */
  readonly file: string
  readonly program: string
  readonly limits?: { readonly workMs?: number; readonly idleMs?: number; readonly waiting?: number }
  note(text: string): void
}

/** Longer than the engine gives the hooks of an event. */
const MAX_WORK_MS = 57_000
const IDLE_MS = 60_000
/** More at once would make each of them late; their clients answer them in parallel. */
const MAX_WAITING = 4
const MAX_MEGABYTES = 512

/**
 * Judges large events in a process that stays while there are any. Reading a command cannot be interrupted, so a long
 * one would hold up every other client of the daemon; and what it takes of memory ends with that process.
 */
export function openAside({ file, program, limits = {}, note }: AsideOptions): Aside {
  const { workMs = MAX_WORK_MS, idleMs = IDLE_MS, waiting: most = MAX_WAITING } = limits
  const waiting = new Map<number, (settled: Settled | undefined) => void>()
  let [child, last, idle]: [ChildProcess | undefined, number, NodeJS.Timeout | undefined] = [undefined, 0, undefined]

  function started(): ChildProcess {
    if (child?.connected === true) return child
    const execArgv = [`--max-old-space-size=${MAX_MEGABYTES}`]
    const one = fork(file, [program], {
      execArgv,
      cwd: '/',
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const gone = (): void => {
      if (child !== one) return
      child = undefined
      if (waiting.size > 0) note(`the process for large events ended while it judged ${waiting.size}`)
      for (const finish of waiting.values()) finish(undefined)
    }
    one.on('message', ({ id, settled }: Told) => waiting.get(id)?.(settled))
    one.on('error', gone).on('exit', gone).on('disconnect', gone)
    // It must not keep the daemon alive.
    one.unref()
    one.channel?.unref()
    child = one
    return one
  }

  function endWhenIdle(): void {
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (waiting.size === 0 && child?.connected === true) child.disconnect()
    }, idleMs).unref()
  }

  return async (given) => {
    if (waiting.size >= most) return 'busy'
    const id = ++last
    const settled = await new Promise<Settled | undefined>((resolve) => {
      const timer = setTimeout(() => child?.kill('SIGKILL'), workMs).unref()
      waiting.set(id, (told) => {
        waiting.delete(id)
        clearTimeout(timer)
        resolve(told)
      })
      try {
        const ask: Ask = { id, given }
        started().send(ask, (error) => {
          if (error !== null) waiting.get(id)?.(undefined)
        })
      } catch {
        waiting.get(id)?.(undefined)
      }
    })
    endWhenIdle()
    return settled
  }
}
