import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '@holdpoint/engine'
import { auditPlace } from './audit.ts'
import { colours, facts, print } from './output.ts'
import { projectRoot } from './project.ts'

interface DashboardOptions {
  readonly project?: string
  readonly port?: string
  readonly open?: boolean
  readonly json?: boolean
}

/** Serves the page until Ctrl-C, or until the terminal closes. Leaves nothing behind. */
export async function dashboard({ project, port, open = true, json }: DashboardOptions): Promise<void> {
  const place = auditPlace(project)
  const { root } = place
  const { serve, browserCommand, openBrowser, projectSuffix } = await import('@holdpoint/dashboard/server')
  const { env } = process
  const server = await serve({
    root,
    place,
    env,
    program: process.argv[1],
    suffix: projectSuffix(root, root !== projectRoot(undefined)),
    startedAt: new Date(),
    now: () => new Date(),
    page: join(dirname(realpathSync(process.argv[1] ?? '')), '../dashboard'),
    port: portOf(port),
  })
  const { address } = server
  const isTerminal = Boolean(process.stdin.isTTY && process.stdout.isTTY)
  const ended = untilEnded(isTerminal)
  const link = server.newLink()
  if (json === true) print(JSON.stringify({ project: root, address, open: link, pid: process.pid }))
  else tell(root, address, link)
  const browser = open && json !== true ? browserCommand(env, process.platform, isTerminal) : undefined
  if (browser !== undefined) openBrowser(browser, server.newLink())

  process.stdin.on('data', () => {
    const next = server.newLink()
    print(json === true ? JSON.stringify({ open: next }) : `  ${colours.bold(next)}`)
  })
  const why = await ended
  await server.close()
  process.stdin.destroy()
  // Node resets the terminal on exit and throws when the terminal is gone.
  if (why === 'SIGHUP') process.kill(process.pid, why)
}

function tell(root: string, address: string, link: string): void {
  print(
    facts([
      ['project', root],
      ['address', address],
    ]),
  )
  print(`\nOpen this link. It works once, in one browser, within five minutes:\n  ${colours.bold(link)}`)
  print(colours.dim('\nEnter: new link. Ctrl-C: stop. The dashboard is read-only.'))
}

/** A closed terminal sends a signal or ends the input; a pipe without input does neither. */
function untilEnded(isTerminal: boolean): Promise<NodeJS.Signals | 'end'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve)
    // A background process cannot read from the terminal; that must not stop the server.
    process.on('SIGTTIN', () => undefined)
    process.stdin.on('error', () => undefined)
    // SIGHUP of a closed terminal arrives with the end of its input, or shortly after.
    if (isTerminal) process.stdin.once('end', () => setTimeout(() => resolve('end'), MOMENT_MS))
    process.stdout.on('error', () => resolve('end'))
  })
}

const MOMENT_MS = 100

function portOf(given = '0'): number {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN
  if (port <= 65_535) return port
  throw new UserError(`invalid --port \`${given}\`. Give a number up to 65535, or omit it for any free port.`)
}
