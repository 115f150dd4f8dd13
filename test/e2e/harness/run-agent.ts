import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import type { Agent } from './agents/agent.ts'
import { DIALECTS, toldIn, type Body } from './dialects.ts'
import { inInstall, installAgent } from './install-cli.mjs'
import type { Sandbox } from './sandbox.ts'
import { endOfScript, type Script, type Turn } from './script.ts'

export interface AgentRun {
  readonly exitCode: number | null
  readonly timedOut: boolean
  readonly output: string
  /** How often the model was asked for a turn of the main script. */
  readonly turns: number
  readonly told: string
  read(path: string): string | undefined
}

export interface AgentOptions {
  readonly script: Script
  readonly prompt?: string
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  /** The prompt comes as from a user. */
  readonly asUser?: boolean
}

/** Runs another agent once, against a scripted model on loopback, with nothing of the caller's environment but PATH. */
export async function runAgent(agent: Agent, sandbox: Sandbox, options: AgentOptions): Promise<AgentRun> {
  const binary = installAgent(agent, undefined, () => undefined)
  const model = await startDialects(options.script)
  try {
    const ran = await start(agent, binary, sandbox, options, model.url)
    return {
      ...ran,
      turns: model.turns(),
      told: model.told(),
      read: (path) => readIfThere(join(sandbox.project, path)),
    }
  } finally {
    agent.after?.(sandbox)
    await model.close()
  }
}

/** More than 1 on a machine that does other work at the same time. */
const PATIENCE = Number(process.env['HOLDPOINT_E2E_PATIENCE'] ?? 1)

export const cleanEnv = (sandbox: Sandbox): Readonly<Record<string, string>> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: sandbox.home,
  TMPDIR: sandbox.tmp,
  XDG_RUNTIME_DIR: sandbox.tmp,
})

const readIfThere = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

function start(
  agent: Agent,
  binary: string,
  sandbox: Sandbox,
  { prompt = 'Go', env = {}, timeoutMs = 60_000 * PATIENCE, asUser = false }: AgentOptions,
  url: string,
): Promise<Pick<AgentRun, 'exitCode' | 'timedOut' | 'output'>> {
  return new Promise((resolve, reject) => {
    agent.connect?.(sandbox, url)
    const [program, ...words] = agent.runner === undefined ? [binary] : [inInstall(agent, agent.runner), binary]
    const session = asUser ? agent.session?.(prompt, sandbox) : undefined
    const child = spawn(program, [...words, ...(session?.args ?? agent.args(prompt, url))], {
      cwd: sandbox.project,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...cleanEnv(sandbox), ...agent.env(url), ...env },
    })
    let output = ''
    let timedOut = false
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // the whole group has ended already
      }
    }
    const timer = setTimeout(() => {
      timedOut = true
      end()
    }, timeoutMs)
    const waiting = [...(session?.lines ?? [])]
    const talk = (): void => {
      while (waiting[0] !== undefined && output.includes(waiting[0].after)) {
        child.stdin.write(`${waiting.shift()?.line}\n`)
      }
      if (session === undefined || output.includes(session.until)) child.stdin.end()
    }
    child.stdin.on('error', () => undefined)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        output += piece.toString()
        talk()
      })
    talk()
    child.once('error', reject)
    child.once('close', (exitCode) => {
      clearTimeout(timer)
      end()
      resolve({ exitCode, timedOut, output })
    })
  })
}

interface DialectModel {
  readonly url: string
  turns(): number
  told(): string
  close(): Promise<void>
}

async function startDialects(script: Script): Promise<DialectModel> {
  const bodies: Body[] = []
  let turns = 0
  const main = script.turns.values()
  const routes = (script.routes ?? []).map(({ match, turns: own }) => ({ match, next: own.values() }))
  const nextTurn = (said: readonly string[]): Turn => {
    const route = routes.find(({ match }) => said.some((text) => text.includes(match)))
    if (route === undefined) turns++
    return (route?.next ?? main).next().value ?? endOfScript
  }
  const server = createServer((request, response) => {
    void readText(request).then((raw) => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      const dialect = request.method === 'POST' ? DIALECTS.find(({ matches }) => matches(path)) : undefined
      if (dialect === undefined) {
        // A question beside the conversation, such as the number of tokens.
        const plain = {
          totalTokens: 10,
          candidates: [{ content: { role: 'model', parts: [{ text: '{}' }] } }],
          data: [],
        }
        return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(plain))
      }
      const body = JSON.parse(raw) as Body
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.end(dialect.stream(nextTurn(dialect.saidByUser(body)), bodies.length))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    turns: () => turns,
    told: () => bodies.map(toldIn).join('\n'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
