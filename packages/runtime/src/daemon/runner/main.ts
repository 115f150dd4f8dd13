import { run } from '../../system/process/run.ts'
import type { Ask, Told } from './messages.ts'

/** A small process that starts programs for the daemon. It ends with the daemon, and so does what it has started. */
const running = new Map<number, AbortController>()

process.on('message', (message: Ask) => {
  if ('end' in message) running.get(message.end)?.abort()
  else void runAndTell(message)
})

process.on('disconnect', () => {
  for (const ending of running.values()) ending.abort()
  process.exit(0)
})

async function runAndTell({ id, program, args, options }: Extract<Ask, { id: number }>): Promise<void> {
  const ending = new AbortController()
  running.set(id, ending)
  const result = await run(program, args, { ...options, signal: ending.signal })
  running.delete(id)
  const told: Told = { id, result }
  if (process.connected) process.send?.(told)
}
