import { fork, type ChildProcess } from 'node:child_process'
import { run, TIME_IS_UP, type RunResult } from '../../system/process/run.ts'
import type { Ask, Told } from './messages.ts'

/**
 * Starts programs through a small process that stays. To start one, the system copies the memory map of the process
 * that asks: for a daemon that takes milliseconds in which it answers nobody.
 *
 * Only for programs that change nothing, such as our calls of git: when the runner dies, the daemon starts them again
 * by itself.
 */
export function openRunner(file: string): typeof run {
  const waiting = new Map<number, (result: RunResult | undefined) => void>()
  let runner: ChildProcess | undefined
  let last = 0

  function started(): ChildProcess | undefined {
    if (runner?.connected === true) return runner
    try {
      const child = fork(file, [], { execArgv: [], cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
      const gone = (): void => {
        if (runner !== child) return
        runner = undefined
        for (const finish of waiting.values()) finish(undefined)
      }
      child.on('message', ({ id, result }: Told) => waiting.get(id)?.({ exitCode: undefined, ...result }))
      child.on('error', gone).on('exit', gone).on('disconnect', gone)
      // It must not keep the daemon alive.
      child.unref()
      child.channel?.unref()
      runner = child
    } catch {
      runner = undefined
    }
    return runner
  }

  return async (program, args, options) => {
    const { signal, ...rest } = options
    const child = started()
    if (child === undefined || signal.aborted) return run(program, args, options)
    const id = ++last
    const tell = (message: Ask): boolean => child.send(message, () => undefined)
    const result = await new Promise<RunResult | undefined>((resolve) => {
      const finish = (told: RunResult | undefined): void => {
        waiting.delete(id)
        signal.removeEventListener('abort', giveUp)
        resolve(told)
      }
      const giveUp = (): void => {
        tell({ end: id })
        finish({ exitCode: undefined, stdout: '', stderr: '', problem: TIME_IS_UP })
      }
      waiting.set(id, finish)
      signal.addEventListener('abort', giveUp, { once: true })
      tell({ id, program, args, options: rest })
    })
    return result ?? run(program, args, options)
  }
}
