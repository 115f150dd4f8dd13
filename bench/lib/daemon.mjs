// A home of its own with an install in it, and the daemon that answers for it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { dirname, join } from 'node:path'
import { bin as ownBin } from './project.mjs'

/** The daemon leaves an event to a command. */
export class Declined extends Error {}

/** `client`: as for `holdpoint init`. Without bash a line reaches the daemon another way. */
export function daemonIn(place, { client, withBash = true, build = { name: 'this', bin: ownBin } }) {
  const { bin } = build
  const name = `${build.name}-${client}${withBash ? '' : '-alone'}`
  const [home, runtime, programs] = ['home', 'run', 'bin'].map((part) => join(place.folder, `${name}-${part}`))
  const stateHome = join(home, '.local/state/holdpoint')
  const env = { ...place.env, HOME: home, XDG_RUNTIME_DIR: runtime, PATH: `${programs}:${place.env.PATH}` }
  let [hooks, pid, socket] = [{}, 0, '']
  // A build to compare with may be one whose daemon takes no environment with an event.
  const isEarlier = readFileSync(join(dirname(bin), 'hook.sh'), 'utf8').includes('holdpoint 1 hook')

  function holdpoint(...words) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
      env,
      cwd: home,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`holdpoint ${words.join(' ')}: ${stdout}${stderr}`)
    return stdout
  }
  const status = () => JSON.parse(holdpoint('daemon', 'status', '--json'))
  const entryFor = (event) => hooks[event]?.flatMap((group) => group.hooks)[0]
  /** As the host starts it; it asks the daemon itself. */
  const byCommand = ({ name: event, project, input }) =>
    spawnSync('/bin/sh', ['-c', entryFor(event).command], {
      env: { ...env, CLAUDE_PROJECT_DIR: project },
      cwd: project,
      input,
    })

  /** When the bench is interrupted. */
  function kill() {
    try {
      if (pid !== 0) process.kill(pid)
    } catch {
      // It has ended by itself.
    }
  }

  return {
    env,
    stateHome,
    entryFor,
    byCommand,
    status,
    cpu: () => cpuOf(pid),
    /** As the shell client asks, but from this process. Fails when the daemon leaves the event to a command. */
    ask: (event) => request(socket, event, env, isEarlier),
    /** Tells the daemon of a session, as the process that answers its first event does. */
    attach: (session, cwd) =>
      said(socket, `holdpoint 2 attach\n${JSON.stringify({ session, cwd, env: { ...env, CLAUDE_PROJECT_DIR: cwd } })}`),
    /** Installs, and lets the daemon know each session, as the first event of it does. */
    start(starts) {
      for (const path of [home, runtime, programs, join(home, '.claude')]) mkdirSync(path, { mode: 0o700 })
      if (!withBash) writeFileSync(join(programs, 'bash'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      holdpoint('init', '--scope', 'user', '--preset', 'all', '--client', client)
      // A project may only tighten, so the user's configuration is empty: each project has just the hooks it names.
      writeFileSync(join(home, '.config/holdpoint/holdpoint.yml'), 'presets: []\n')
      hooks = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8')).hooks
      pid = JSON.parse(holdpoint('daemon', 'start', '--json')).pid
      process.prependOnceListener('exit', kill)
      const folder = join(runtime, 'holdpoint')
      socket = join(
        folder,
        readdirSync(folder).find((file) => file.endsWith('.sock')),
      )
      for (const event of starts) byCommand(event)
    },
    stop() {
      process.off('exit', kill)
      if (pid !== 0) holdpoint('daemon', 'stop')
    },
  }
}

/** As in a client, the first event of a session brings the environment. */
export function request(socket, { name, project, input }, env, isEarlier = false) {
  const surroundings = [
    project,
    ...Object.entries({ ...env, CLAUDE_PROJECT_DIR: project }).map((pair) => pair.join('=')),
  ]
  const [word, block] =
    name === 'SessionStart' && !isEarlier ? [' surroundings', `${surroundings.join('\u0001')}\u0001\u0001\n`] : ['', '']
  return said(socket, `holdpoint ${isEarlier ? 1 : 2} hook ${name} user${word}\n${block}${input}`)
}

/** One connection, one request, one answer. */
function said(socket, text) {
  return new Promise((resolve, reject) => {
    let answer = ''
    const end = () => {
      if (/holdpoint-answer(?: \d)?\n[^]*\nholdpoint-end\s*$/.test(answer)) resolve()
      else reject(new Declined(`declined: ${answer}`))
    }
    createConnection(socket)
      .setEncoding('utf8')
      .on('data', (piece) => (answer += piece))
      .on('error', reject)
      .on('close', end)
      .end(`${text}\nholdpoint-end\n`)
  })
}

/** Milliseconds of processor time, of all threads, that a process has used. Only Linux reports it so precisely. */
export function cpuOf(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const times = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return times.reduce((sum, value) => sum + value, 0) / 1e6
  } catch {
    return 0
  }
}
