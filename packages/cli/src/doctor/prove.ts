import { DEFAULT_HOST } from '@holdpoint/hosts'
import { messageOf, monotonicMs, type Env } from '@holdpoint/engine'
import { run, childToken, placeOf, stateHome } from '@holdpoint/runtime/system'
import { PROBE_SESSION, readSpoolLines } from '@holdpoint/runtime/audit'
import { readHttpEntry } from '@holdpoint/runtime/daemon'
import { error, ok, warn, type Finding } from './finding.ts'
import type { OurEntry } from './settings.ts'

const LIMIT_MS = 15_000
const ROUNDS = 5

/** Runs exactly the installed command, as the host would, and checks the trace it must leave. */
export async function prove(entry: OurEntry, root: string, env: Env, host = DEFAULT_HOST): Promise<Finding> {
  const again = 'Run the command by hand to see why: its input is JSON on stdin.'
  const { exitCode, stdout, stderr } = await runEntry(entry, root, env)
  if (CANNOT_RUN.test(stdout + stderr)) {
    return error(
      `${entry.event}: the installed command cannot start holdpoint${firstLine(stderr)}.`,
      'Run `holdpoint init` again.',
    )
  }
  if (exitCode !== 0)
    return error(
      `${entry.event}: the installed command ended with ${exitCode ?? 'no exit code'}${firstLine(stderr)}.`,
      again,
    )
  try {
    const lines = readSpoolLines(placeOf(root, env).directory)
    if (lines.some((line) => isTrace(line, entry, env, host)))
      return ok(`${entry.event} works: the installed command ran and is in the audit`)
  } catch (failure) {
    return error(
      `${entry.event}: the audit cannot be read: ${messageOf(failure)}`,
      'Check the permissions of the state directory.',
    )
  }
  return error(
    `${entry.event}: the installed command ran, but is not in the audit.`,
    'Another install answers instead, or the state directory is not writable. See the lines above.',
  )
}

/** What the line prints when it gets no answer; see install/command-line.ts. */
const CANNOT_RUN = /Holdpoint is installed.* but cannot run\./

const isTrace = (line: string, { event }: OurEntry, env: Env, host: string): boolean =>
  line.includes(`"host":"${host}"`) && line.includes(`"event":"${event}"`) && line.includes(childToken(stateHome(env)))

const firstLine = (text: string): string => {
  const [line = ''] = text.trim().split('\n')
  return line === '' ? '' : ` (${line})`
}

async function runEntry({ event, command, args }: OurEntry, root: string, env: Env): ReturnType<typeof run> {
  const payload = {
    // A daemon identifies a session by its id, and this probe is about one project.
    session_id: `${PROBE_SESSION}${childToken(stateHome(env))}`,
    cwd: root,
    hook_event_name: event,
    tool_name: 'Bash',
    tool_input: {},
    holdpoint_probe: childToken(stateHome(env)),
  }
  if (command.startsWith('http:')) return callAddress(command, JSON.stringify(payload), root, env)
  const [program, words] = args === undefined ? ['/bin/sh', ['-c', command]] : [command, args]
  return run(program, words, {
    cwd: root,
    signal: AbortSignal.timeout(LIMIT_MS),
    input: `${JSON.stringify(payload)}\n`,
    env: {
      ...env,
      PATH: hostPath(env['PATH']),
      ...Object.fromEntries(AGENTS.map((agent) => [`${agent}_PROJECT_DIR`, root])),
    },
  })
}

/** Each names the project in a variable of its own. */
const AGENTS = ['CLAUDE', 'GEMINI', 'COPILOT', 'QWEN', 'FACTORY']

/** npx and `npm run` put directories in front of the PATH that the agent does not have. */
const hostPath = (path = ''): string =>
  path
    .split(':')
    .filter((folder) => !/\/_npx\/|\/node_modules\/(?:\.bin|.*\/node-gyp-bin)\/?$/.test(folder))
    .join(':')

/** Calls the daemon as the host does. */
async function callAddress(url: string, body: string, root: string, env: Env): ReturnType<typeof run> {
  try {
    const { token } = readHttpEntry(stateHome(env)) ?? { token: '' }
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-holdpoint-project': Buffer.from(root).toString('latin1'),
    }
    const signal = AbortSignal.timeout(LIMIT_MS)
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    const stdout = await response.text()
    return { exitCode: response.ok ? 0 : 1, stdout, stderr: response.ok ? '' : `HTTP ${response.status}` }
  } catch {
    return { exitCode: 1, stdout: '', stderr: 'no answer. Start the daemon: `holdpoint daemon start`' }
  }
}

/** What one event costs here, compared with a bare start of Node. */
export async function measure(entry: OurEntry, root: string, env: Env): Promise<Finding> {
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = monotonicMs()
    await work()
    return monotonicMs() - startedAt
  }
  const events: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    events.push(await timed(() => runEntry(entry, root, env)))
    bare.push(
      await timed(() =>
        run(process.execPath, ['-e', '0'], {
          cwd: root,
          signal: AbortSignal.timeout(LIMIT_MS),
          env: { ...env, NODE_EXTRA_CA_CERTS: '' },
        }),
      ),
    )
  }
  const [cost, base] = [median(events), median(bare)]
  const text = `one ${entry.event} takes ${cost.toFixed(0)} ms, ${(cost / base).toFixed(1)} times a bare start of Node`
  return cost / base > 3 ? warn(`${text}, which is slow.`, 'Close busy programs and try again.') : ok(text)
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
