import { realpathSync, writeSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { sleep } from './system/files/sleep.ts'
import { codeOf, messageOf, type AgentEvent } from '@holdpoint/engine'
import { builtIn, type Registry } from '@holdpoint/packs'
import { BUILD } from './build.ts'
import { hookCommand } from './hook-command.ts'
import { ownEnvironment } from './own-environment.ts'
import { readInput } from './read-input.ts'

/** One hook process: read the event, decide, print the answer, exit. */
export async function main(args: readonly string[], registry: Registry = builtIn): Promise<never> {
  if (args[0] === 'background')
    return (await import('./background/background-worker.ts')).backgroundWorker(args.slice(1))
  // A rejected promise that a hook does not await must not discard the answer of the other hooks.
  const strays: unknown[] = []
  const keep = (error: unknown): void => void strays.push(error)
  process.on('uncaughtException', keep).on('unhandledRejection', keep)
  try {
    const cwd = workingDirectory()
    const ignored = ownEnvironment(process.env, process.env['CLAUDE_PROJECT_DIR'] ?? cwd)
    // The installed command passes this flag where a daemon can answer the next event.
    const daemon = args.find((word) => word === '--daemon' || word === '--daemon-needed')
    const reply = await hookCommand(daemon === undefined ? args : args.filter((word) => word !== daemon), readInput, {
      env: process.env,
      ignored,
      cwd,
      now: () => new Date(),
      registry,
      build: BUILD,
      pluginRoot: packageRoot,
      ...(process.argv[1] !== undefined && { program: process.argv[1] }),
    })
    print(1, reply.stdout)
    // With exit code 2 the host uses all of stderr as the reason.
    if (reply.exitCode !== 2) print(2, strays.map(lineFor).join(''))
    print(2, reply.stderr)
    reply.after()
    if (daemon !== undefined && reply.event !== undefined) {
      await attachToDaemon(reply.event, args[args.indexOf('--from') + 1], daemon === '--daemon-needed')
    }
    process.exit(reply.exitCode)
  } catch (error) {
    // Only an answer may be written to stdout, and a stack trace would not help the agent.
    print(2, lineFor(error))
    process.exit(1)
  }
}

async function attachToDaemon({ session }: AgentEvent, scope: string | undefined, isNeeded: boolean): Promise<void> {
  if (session === 'unknown') return
  const { attach, attachedAs } = await import('./daemon/client/attach.ts')
  const [, program = ''] = process.argv
  const attachment = { session: attachedAs(scope, session), cwd: workingDirectory(), env: process.env }
  await attach(attachment, { build: BUILD, program, isNeeded })
}

const lineFor = (error: unknown): string => `holdpoint: ERROR ${messageOf(error)}\n`

/** The current directory may have been deleted. */
function workingDirectory(): string {
  try {
    return process.cwd()
  } catch {
    const { PWD } = process.env
    return PWD !== undefined && isAbsolute(PWD) ? PWD : '/'
  }
}

/** dist/bin/holdpoint.cjs is two levels below the package. */
export function packageRoot(): string {
  try {
    return dirname(dirname(dirname(realpathSync(process.argv[1] ?? '/'))))
  } catch {
    return '/'
  }
}

function print(fd: 1 | 2, text: string): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(fd, bytes, done)
    } catch (error) {
      // When the pipe is full, wait for the reader; when the reader is gone, give up.
      if (codeOf(error) !== 'EAGAIN') return
      sleep(1)
    }
  }
}
