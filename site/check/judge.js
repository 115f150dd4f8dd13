// `holdpoint check` in the browser: the same reader and the same hooks of the preset `recommended`, on a project that
// exists only here. Nothing is run and nothing is sent.
import { refuses, runHook, strictest } from '@holdpoint/engine'
import { commandEffects } from '@holdpoint/engine/command-effects'
import { builtIn } from '@holdpoint/packs'
import { tree } from '../../packages/runtime/src/inspect/effects.ts'

const HOME = '/home/you'
const ROOT = `${HOME}/project`
const TIME_LIMIT_MS = 10_000

/** An empty project, and no files that the command could find. */
const world = {
  home: HOME,
  env: (name) => ({ HOME, USER: 'you', PWD: ROOT, PATH: '/usr/local/bin:/usr/bin:/bin' })[name],
  read: () => undefined,
  real: (path) => path,
  list: () => [],
  workTree: (directory) => (directory === ROOT || directory.startsWith(`${ROOT}/`) ? ROOT : undefined),
}

const emptyArea = () => ({ get: () => undefined, update: (_name, change) => change(undefined) })

const services = {
  now: () => new Date(),
  env: world.env,
  exportVariables: () => undefined,
  yaml: async () => undefined,
  lastUserText: () => undefined,
  memo: (_name, find) => find(),
  until: () => performance.now() + 4_000,
  notes: { leave: () => undefined, take: () => false },
  effects: (event) => effectsOf(event),
  ownPaths: () => [],
  state: { session: emptyArea(), project: emptyArea() },
  temp: emptyArea(),
  files: {
    read: () => undefined,
    list: () => [],
    isDirectory: (path) => path === ROOT,
    real: world.real,
    stat: () => undefined,
    write: () => undefined,
    append: () => undefined,
    remove: () => undefined,
  },
  process: { run: async () => ({ exitCode: undefined, stdout: '', stderr: '' }), isAlive: () => false },
  git: {
    state: (directory) =>
      world.workTree(directory) && { root: ROOT, main: ROOT, branch: 'topic', unborn: false, merging: false },
    output: async () => undefined,
    answers: async () => true,
    status: async () => ({ head: 'a1b2c3d', changes: [], unsure: [] }),
    log: async () => [],
  },
}

const known = new WeakMap()

/** Read once for all hooks. */
function effectsOf({ tool, ...event }) {
  const effects = known.get(tool) ?? commandEffects({ ...event, tool }, tool.command, world)
  known.set(tool, effects)
  return Promise.resolve(effects)
}

const eventOf = (command) => ({
  id: 'check',
  at: new Date(),
  host: 'claude-code',
  name: 'PreToolUse',
  kind: 'tool.before',
  session: 'check',
  cwd: ROOT,
  root: ROOT,
  subjects: ['Bash'],
  tool: { name: 'Bash', kind: 'shell', input: { command }, command, files: [] },
  raw: {},
})

/** The hooks of the preset for a shell command, in their order. */
const selected = builtIn.catalogue
  .filter(
    ({ on, tools, enabledBy }) =>
      on.includes('tool.before') &&
      (tools ?? ['shell']).includes('shell') &&
      ['always', 'recommended'].includes(enabledBy),
  )
  .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))

/** The verdict on a command, what each hook said, and the command's effects as lines of text. */
export async function judge(command) {
  const results = []
  let event = eventOf(command)
  const effects = await effectsOf(event)
  for (const entry of selected) {
    const { id, verdict, failure } = await run(entry, event)
    // A hook that failed open would look like a pass.
    if (failure !== undefined) throw new Error(`${id}: ${failure.message}`)
    results.push({ id, ...verdict })
    if (refuses(verdict.decision)) break
    if (verdict.rewrite !== undefined) event = eventOf(verdict.rewrite.command)
  }
  return {
    decision: strictest(results.map(({ decision }) => decision)),
    rewritten: event.tool.command === command ? undefined : event.tool.command,
    said: results
      .filter(({ reason }) => reason !== undefined)
      .map(({ id, decision, reason }) => ({ id, decision, text: reason })),
    effects: tree(effects).map((line) => line.slice(2)),
  }
}

async function run(entry, event) {
  const { meta } = await builtIn.load(entry.id)
  const options = meta.options['~standard'].validate({}).value
  const setting = { level: 'on', timeoutMs: TIME_LIMIT_MS, options }
  return runHook({ entry, setting }, event, TIME_LIMIT_MS, { load: (id) => builtIn.load(id), services: () => services })
}
