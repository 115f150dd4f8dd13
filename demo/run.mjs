// Plays the day against the really built command, one process per event, as a host would.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { day, files } from './day.mjs'

const bin = resolve(dirname(fileURLToPath(import.meta.url)), '../packages/cli/dist/bin/holdpoint.cjs')
const WIDTH = 78
const scratch = mkdtempSync(join(tmpdir(), 'holdpoint-demo-'))
const project = join(scratch, 'project')
const env = {
  PATH: process.env.PATH,
  HOME: join(scratch, 'home'),
  CLAUDE_PROJECT_DIR: project,
  GIT_CONFIG_GLOBAL: '/dev/null',
}
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

const colour = process.stdout.isTTY && process.env.NO_COLOR === undefined
const paint = (code, text) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text)
const PAINT = { deny: 31, block: 31, ask: 33, rewrite: 35, allow: 32, tell: 36, note: 33, pass: 32 }

prepare()
console.log(`${paint(1, 'Holdpoint: one day of a coding agent')}, one process per event`)
console.log(paint(2, `scratch repository ${project} (removed at the end)\n`))

const counts = {}
const times = []
for (const [index, step] of day.entries()) {
  step.before?.({ write })
  const input =
    step.raw ??
    `${JSON.stringify({ session_id: 'demo', cwd: project, hook_event_name: step.event, ...step.payload })}\n`
  const startedAt = process.hrtime.bigint()
  const result = spawnSync(process.execPath, [bin, 'hook', step.event], { input, env, cwd: project, encoding: 'utf8' })
  const ms = Number(process.hrtime.bigint() - startedAt) / 1e6
  const { verdict, says } = readAnswer(result)
  counts[verdict] = (counts[verdict] ?? 0) + 1
  if (index > 0) times.push(ms)
  const line = [step.event.padEnd(17), step.does.padEnd(24)].join(' ')
  console.log(`${line} ${paint(PAINT[verdict], verdict.padEnd(7))} ${`${ms.toFixed(0)} ms`.padStart(8)}`)
  for (const text of wrapped(says)) console.log(paint(2, `    ${text}`))
}

const typical = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
const parts = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`)
console.log(`\n${day.length} events: ${parts.join(', ')}. A typical event took ${typical.toFixed(0)} ms.`)
console.log(audit())

function prepare() {
  mkdirSync(env.HOME, { recursive: true })
  for (const [path, text] of Object.entries(files)) write(path, text)
  const git = (...args) => execFileSync('git', args, { cwd: project, env, stdio: 'ignore' })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('-c', 'user.name=Demo', '-c', 'user.email=demo@example.com', 'commit', '-q', '-m', 'A small service')
}

function write(path, text) {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

/** What the host would make of it. */
function readAnswer({ stdout, stderr, status }) {
  if (status === 2) return { verdict: 'block', says: stderr }
  if (stdout === '') return { verdict: 'pass', says: stderr }
  const { decision, reason, systemMessage, hookSpecificOutput: own = {} } = JSON.parse(stdout)
  if (own.permissionDecision) return { verdict: own.permissionDecision, says: own.permissionDecisionReason }
  if (own.updatedInput) return { verdict: 'rewrite', says: JSON.stringify(own.updatedInput) }
  if (decision === 'block') return { verdict: 'block', says: reason }
  if (own.additionalContext) return { verdict: 'tell', says: own.additionalContext }
  return { verdict: 'note', says: systemMessage ?? '' }
}

/** At most three lines of text, broken between words. */
function wrapped(text) {
  const lines = ['']
  for (const word of text.replaceAll(project, '.').split(/\s+/)) {
    if (lines.at(-1).length + word.length + 1 > WIDTH - 6) lines.push('')
    lines.push(`${lines.pop()} ${word}`.trim())
  }
  return lines.length > 3 ? [...lines.slice(0, 3), '…'] : lines.filter((line) => line !== '')
}

function audit() {
  const list = spawnSync(process.execPath, [bin, 'list', '--enabled', '--json'], {
    env,
    cwd: project,
    encoding: 'utf8',
  })
  return `${JSON.parse(list.stdout).length} hooks were on; every decision left a line in the audit. See them with \`node packages/cli/dist/bin/holdpoint.cjs list\`.`
}
