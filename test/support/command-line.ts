import { program } from '../../packages/cli/src/commands/commands.ts'
import { UserError } from '../../packages/engine/src/errors.ts'
import type { Ended } from '../process/support/process.ts'
import { HOLDPOINT } from '../process/support/sandbox.ts'

interface Surroundings {
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

/** `holdpoint <words>` as a user types it without a terminal, in this process. */
export const typed = (words: readonly string[], surroundings: Surroundings): Promise<Ended> =>
  runHere(() => program().parseAsync([process.execPath, HOLDPOINT, ...words]), surroundings)

/** The directory and the environment belong to the whole process, so one command waits for the other. */
let queue: Promise<unknown> = Promise.resolve()

/** What a command prints and how it ends, with a directory, an environment and output of its own. */
export function runHere(command: () => unknown, surroundings: Surroundings): Promise<Ended> {
  const ended = queue.then(() => runAlone(command, surroundings))
  queue = ended.catch(() => undefined)
  return ended
}

async function runAlone(command: () => unknown, { cwd, env }: Surroundings): Promise<Ended> {
  const outside = { cwd: process.cwd(), env: { ...process.env }, script: process.argv[1] ?? '' }
  const output = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      output[stream] += String(text)
      return true
    }),
  )
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(Number(code ?? process.exitCode ?? 0))
  })
  setEnvironment({ PATH: outside.env['PATH'], ...env })
  process.argv[1] = HOLDPOINT
  if (cwd !== undefined) process.chdir(cwd)
  try {
    await command()
    return { code: Number(process.exitCode ?? 0), signal: null, ...output }
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, signal: null, ...output }
    if (!(error instanceof UserError)) throw error
    return { code: 1, signal: null, ...output, stderr: `${output.stderr}holdpoint: ${error.message}\n` }
  } finally {
    process.exitCode = undefined
    process.argv[1] = outside.script
    process.chdir(outside.cwd)
    setEnvironment(outside.env)
    for (const spy of [...spies, exit]) spy.mockRestore()
  }
}

/** Where the process would have ended. */
class Exit extends Error {
  readonly code: number
  constructor(code: number) {
    super(`exit ${code}`)
    this.code = code
  }
}

function setEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
}
