// The ways in which an event gets its answer. Each is `{ name, isAvailable(), prepare(starts), run(event), close() }`:
// `prepare` gets the first event of each session, `run` says what is measured, a case for the stopwatch or `work`
// inside this process. Those with a daemon have more: `cpuElsewhere` is the processor time it has used so far, which
// its clients' own time does not contain, and `ask` fails when it declines, because then a client is not warm.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { daemonIn } from './daemon.mjs'
import { bin } from './project.mjs'

/** A process for each event and nothing else: the fallback where no daemon runs. */
export const coldClient = () => ({
  name: 'cold',
  isAvailable: () => existsSync(bin),
  prepare: () => {},
  run: (event) => coldCase(event, bin),
  close: () => {},
})

/** As the installed line starts the program. */
export const coldCase = ({ name, project, input }, program) => ({
  cwd: project,
  env: { CLAUDE_PROJECT_DIR: project },
  input,
  program: [process.execPath, '--v8-pool-size=0', '--preserve-symlinks-main', program, 'hook', name],
})

/** What `holdpoint init` writes for the host, with a daemon that knows the session. */
export const warmClients = (place) => [
  warmClient('warm, bash', daemonIn(place, { client: 'bash' })),
  warmClient('warm, line', daemonIn(place, { client: 'shell' })),
  warmClient('warm, nc', daemonIn(place, { client: 'shell', withBash: false }), hasSocketNetcat),
  warmClient('warm, http', daemonIn(place, { client: 'http' })),
]

function warmClient(name, daemon, isPossible = () => true) {
  // Like a host that keeps its connection open.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    name,
    isAvailable: isPossible,
    prepare: daemon.start,
    run(event) {
      const { project, input } = event
      const entry = daemon.entryFor(event.name)
      if (entry === undefined) return undefined
      if (entry.type === 'http') return { work: () => post(entry, event, agent) }
      const env = { ...daemon.env, CLAUDE_PROJECT_DIR: project }
      const { command, args } = entry
      return { cwd: project, env, input, program: args === undefined ? ['/bin/sh', '-c', command] : [command, ...args] }
    },
    cpuElsewhere: daemon.cpu,
    ask: daemon.ask,
    close() {
      agent.destroy()
      daemon.stop()
    },
  }
}

/** An entry's address and headers, with their one variable expanded. */
function post({ url, headers }, { name, project, input }, agent) {
  const filled = Object.entries(headers).map(([key, value]) => [key, value.replace('$CLAUDE_PROJECT_DIR', project)])
  const known = filled.filter(([, value]) => !value.startsWith('$'))
  const options = {
    method: 'POST',
    agent,
    headers: { ...Object.fromEntries(known), 'content-type': 'application/json' },
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (response) => {
      const { statusCode } = response
      const done = () => (statusCode === 200 ? resolve() : reject(new Error(`${name}: http ${statusCode}`)))
      response.resume().on('end', done)
    })
    asked.on('error', reject).end(input)
  })
}

/** Not every program named `nc` supports Unix sockets. */
export function hasSocketNetcat() {
  const { stdout, stderr } = spawnSync('nc', ['-h'], { encoding: 'utf8' })
  return /-U|unix/i.test(`${stdout}${stderr}`)
}
