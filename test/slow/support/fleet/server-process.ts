import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One copy of the built program, on loopback. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** What it printed at its start. */
  readonly greeting: string
  /** As a power cut would; returns when it is gone. */
  kill(): Promise<void>
  /** By SIGTERM; returns its exit code. */
  stop(): Promise<number | null>
}

const PROGRAM = 'packages/server/dist/holdpoint-server.js'

export async function startServer(
  root: string,
  options: { readonly database?: string; readonly data?: string; readonly port?: number; readonly program?: string },
): Promise<ServerProcess> {
  const home = mkdtempSync(join(tmpdir(), 'holdpoint-server-'))
  const args = ['--port', String(options.port ?? 0), '--data', options.data ?? join(home, 'data')]
  const child = spawn(process.execPath, [options.program ?? join(root, PROGRAM), ...args], {
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      ...(options.database !== undefined && { HOLDPOINT_DATABASE: options.database }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const greeting = await greetingOf(child)
  const [, url] = /address\s+(\S+)/.exec(greeting) ?? []
  if (url === undefined) throw new Error(`the server did not start: ${greeting}`)
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    }
    rmSync(home, { recursive: true, force: true })
    return child.exitCode
  }
  return {
    url,
    pid: child.pid ?? 0,
    greeting,
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

/** All that it prints up to its administrator's link, or up to its end. */
async function greetingOf(child: ChildProcess): Promise<string> {
  let text = ''
  return new Promise((resolve) => {
    const add = (chunk: Buffer): void => {
      text += chunk.toString('utf8')
      if (text.includes('for an hour')) resolve(text)
    }
    child.stdout?.on('data', add)
    child.stderr?.on('data', add)
    child.once('exit', () => resolve(text))
  })
}
