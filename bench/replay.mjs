// What replaying a long history costs: a synthetic one, in the form in which Claude Code keeps it.
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { importSource } from '../scripts/bundle.mjs'
import { withPlace } from './lib/project.mjs'
import { millisecondsOf } from './lib/rounds.mjs'
import { fixed, thousands } from './lib/table.mjs'

const SESSIONS = 100

/** `rounds`: thousands of calls. */
export const run = ({ rounds = 10, note }) =>
  withPlace(async ({ folder }) => {
    const { builtIn, namedTranscripts, openPolicy, replay } = await importSource(`
      export { replay } from './packages/cli/src/replay/replay.ts'
      export { openPolicy } from './packages/cli/src/replay/policy.ts'
      export { namedTranscripts } from './packages/cli/src/replay/find.ts'
      export { builtIn } from './packages/packs/src/registry.ts'`)
    const calls = rounds * 1000
    const history = writeHistory(folder, calls)
    const { HOME, PATH } = process.env
    const env = { HOME, PATH }
    const transcripts = namedTranscripts([history])
    const megabytes = transcripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
    const [recommended, all] = await Promise.all(
      ['recommended', 'all'].map((name) => openPolicy({ kind: 'presets', names: [name] }, env, builtIn)),
    )
    const rows = []
    for (const [name, policies] of [
      ['preset recommended', { policy: recommended }],
      ['preset all', { policy: all }],
      ['both, compared', { policy: recommended, other: all }],
    ]) {
      note(name, true)
      let result
      const ms = await millisecondsOf(async () => {
        result = await replay({ transcripts, ...policies, registry: builtIn, env })
      })
      const words = Object.entries(result.counts).map(([word, count]) => `${word} ${count}`)
      const memory = process.memoryUsage.rss() / 1e6
      rows.push([
        name,
        fixed(ms / 1000),
        thousands((result.calls * 1000) / ms),
        words.join(', '),
        result.notFullyJudged,
        fixed(memory, 0),
      ])
    }
    return {
      title: 'Replaying a long history',
      text: [`${thousands(calls)} calls in ${transcripts.length} transcripts of ${fixed(megabytes, 0)} MB.`],
      tables: [{ head: ['policy', 'seconds', 'calls per second', 'found', 'not fully judged', 'resident MB'], rows }],
      data: { calls, rows },
    }
  })

function writeHistory(folder, calls) {
  const [project, history] = [join(folder, 'project'), join(folder, 'history')]
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(history)
  const kinds = inputs(project)
  const about = { project, calls }
  const size = Math.ceil(calls / SESSIONS)
  for (let start = 0; start < calls; start += size) {
    let text = ''
    for (let n = start; n < Math.min(calls, start + size); n++) {
      const [name, input] = kinds[n % kinds.length](n)
      text += line(about, n, 'assistant', [{ type: 'tool_use', id: `toolu_${n}`, name, input }])
      text += line(about, n, 'user', [{ type: 'tool_result', tool_use_id: `toolu_${n}`, content: 'ok '.repeat(200) }])
    }
    appendFileSync(join(history, `${start}.jsonl`), text)
  }
  return history
}

/** An ordinary mix: half of the calls are commands, half of those were not given before in this form. */
const commands = [
  (n) => `git status --short && git diff --stat HEAD~${n % 7}`,
  (n) => `cd packages/app-${n % 50} && FOO=${n} npm run build --silent 2>&1 | tee build.log | grep -v warning`,
  () => 'npm test',
  (n) => `rg -n "symbol${n}" src --glob '*.ts' | head -${20 + (n % 9)}`,
  () => 'git add -A && git commit -m "step"',
  (n) => `python3 -c "import json; print(json.load(open('data-${n}.json'))['a'])"`,
  (n) => (n % 18 === 0 ? 'git push --force origin main' : `sed -n '${n % 400},+40p' src/file-${n % 300}.ts`),
  (n) => (n % 12 === 0 ? `rm -rf "$DIR${n}"` : `mkdir -p out/${n} && cp -r src/part-${n % 90} out/${n}`),
]
const inputs = (project) => [
  (n) => ['Bash', { command: commands[(n >> 3) % commands.length](n), description: 'a step' }],
  (n) => ['Read', { file_path: join(project, `src/file-${n % 3000}.ts`) }],
  (n) => ['Bash', { command: commands[(n >> 4) % commands.length](n % 2000), description: 'a step' }],
  (n) => ['Edit', { file_path: join(project, `src/file-${n % 3000}.ts`), old_string: `a${n}`, new_string: `b${n}` }],
  (n) => ['Bash', { command: commands[(n >> 5) % commands.length](n), description: 'a step' }],
  (n) => ['Write', { file_path: join(project, `src/new-${n}.ts`), content: `export const n = ${n}\n`.repeat(20) }],
]

function line({ project, calls }, n, type, content) {
  const at = new Date(Date.UTC(2026, 0, 1) + n * 20_000).toISOString()
  const sessionId = `5e55${String(Math.floor((n / calls) * SESSIONS)).padStart(4, '0')}-4ab9-4070-b017-d4997432589b`
  const message = { role: type, content }
  return `${JSON.stringify({ type, message, timestamp: at, cwd: project, sessionId, isSidechain: false, gitBranch: 'main', version: '2.1.325' })}\n`
}
