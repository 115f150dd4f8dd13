// What a daemon keeps of the events it has answered: the memory of one process after some thousand and after very
// many events of many sessions, no two of them alike. `node bench/daemon-memory.mjs [events]`.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { harnessProject, root, withPlace } from './lib/project.mjs'

/** What it has seen before it is measured, so that everything is loaded that will be. */
const WARM_UP = 5_000
const SESSIONS = 50

/** Answers so many events in this process; gives memory in bytes, before and after, when all garbage is gone. */
export async function daemonMemory(events = 100_000) {
  const { judgeFor } = await bundled()
  return withPlace(async ({ folder, env }) => {
    const project = harnessProject(folder, 'recommended')
    const sessions = Array.from(
      { length: SESSIONS },
      (_, n) => `5e55${String(n).padStart(4, '0')}-4ab9-4070-b017-d4997432589b`,
    )
    const judge = judgeFor(sessions, project, { ...env, CLAUDE_PROJECT_DIR: project, CLAUDE_PID: String(process.pid) })
    const ask = async (n) => {
      const judged = await judge({ event: 'PreToolUse', scope: 'user', body: eventOf(n, sessions, project) })
      if ('declined' in judged) throw new Error(judged.declined)
      judged.after()
    }
    for (let n = 0; n < WARM_UP; n++) await ask(n)
    const before = measured()
    for (let n = 0; n < events; n++) await ask(WARM_UP + n)
    return { events, before, after: measured() }
  })
}

function eventOf(n, sessions, project) {
  const kinds = [
    { tool_name: 'Bash', tool_input: { command: `ls -la src/part-${n}.ts | grep "number ${n}"` } },
    {
      tool_name: 'Bash',
      tool_input: { command: `X=${n}; for f in a b; do cat "$f-$X" > out-${n}; done; rm -rf build/${n}` },
    },
    {
      tool_name: 'Write',
      tool_input: { file_path: join(project, `src/new-${n}.ts`), content: `export const n = ${n}\n` },
    },
    { tool_name: 'Bash', tool_input: { command: `rm -rf / # ${n}` } },
    { tool_name: 'Read', tool_input: { file_path: join(project, `src/part-${n % 12}.ts`) } },
  ]
  const session = sessions[n % sessions.length]
  return JSON.stringify({
    session_id: session,
    cwd: project,
    hook_event_name: 'PreToolUse',
    ...kinds[n % kinds.length],
  })
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

function measured() {
  collect()
  collect()
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heapUsed }
}

const folder = join(root, 'node_modules/.cache/holdpoint/bench')
const self = fileURLToPath(import.meta.url)

/** The daemon's judge. A bundler takes more memory than what is measured here, so it has a process of its own. */
function bundled() {
  execFileSync(process.execPath, [self, '--bundle'], { stdio: 'inherit' })
  return import(pathToFileURL(join(folder, 'daemon-memory.mjs')).href)
}

/** From the sources: what is shipped cannot be asked without a socket. */
async function bundle() {
  const { rolldown } = await import('rolldown')
  mkdirSync(folder, { recursive: true })
  const entry = join(root, 'src/bench-entry.ts')
  const source = `
    import { openJudge } from './daemon/judge.ts'
    import { openSessions } from './daemon/sessions.ts'
    import { forAWhile } from './daemon/memo.ts'
    import { ownPaths } from './app/own-paths.ts'
    import { builtIn } from './registry/registry.ts'
    export function judgeFor(names, cwd, env) {
      const sessions = openSessions(env)
      for (const session of names) sessions.attach({ session, cwd, env })
      return openJudge(sessions, {
        now: () => new Date(),
        registry: builtIn,
        build: 'bench',
        kept: new Map(),
        ownPaths: forAWhile(1_000, () => ownPaths(env, undefined)),
        pluginRoot: () => '/',
      })
    }
  `
  const build = await rolldown({
    input: entry,
    platform: 'node',
    external: [/^node:/, 'libsql', 'ai', /^@ai-sdk\//],
    plugins: [
      {
        name: 'entry',
        load: (id) => (id === entry ? source : null),
        resolveId: { order: 'pre', handler: (id) => (id === entry ? id : null) },
      },
    ],
  })
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: 'daemon-memory.mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await build.close()
}

if (process.argv[1] === self && process.argv[2] === '--bundle') await bundle()
else if (process.argv[1] === self) {
  const { events, before, after } = await daemonMemory(Number(process.argv[2] ?? 100_000))
  const mb = (bytes) => `${(bytes / (1 << 20)).toFixed(1)} MB`
  console.log(`after ${WARM_UP} events    rss ${mb(before.rss)}, heap ${mb(before.heapUsed)}`)
  console.log(`after ${WARM_UP + events} events  rss ${mb(after.rss)}, heap ${mb(after.heapUsed)}`)
}
