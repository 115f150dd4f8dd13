// A small feature goes through the nine phases: every step is one process of the real command, as a host would start
// it, and every answer is compared with what walk.json says it must be.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const bin = resolve(here, '../../packages/cli/dist/bin/holdpoint.cjs')
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'holdpoint-planning-')))
const project = join(scratch, 'project')
const feature = join(project, 'specs/rate-limit')
const env = { PATH: process.env.PATH, HOME: join(scratch, 'home'), TMPDIR: scratch, CLAUDE_PROJECT_DIR: project }
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

mkdirSync(env.HOME)
cpSync(join(here, 'project'), project, { recursive: true })
execFileSync('git', ['init', '-q', '-b', 'feature/rate-limit', project])

const print = (text) => process.stdout.write(`${text}\n`)
let wrong = 0
for (const step of JSON.parse(readFileSync(join(here, 'walk.json'), 'utf8'))) {
  if (step.phase !== undefined) print(`\n${step.phase}`)
  if (step.command !== undefined) {
    expect(step, 'done', holdpoint([...step.command, '--session', 'walk']).stdout)
    continue
  }
  // What a sub-agent wrote is there before it stops; what a tool writes comes after it was allowed to.
  if (step.agent !== undefined) put(step.put)
  for (let n = 0; n < (step.times ?? 1); n++) {
    const { answer, says } = ask(step.event, { ...inputOf(step, n), ...step.payload }, step.session)
    if (n === (step.times ?? 1) - 1) expect(step, answer, says)
  }
  if (step.answer !== 'pass' || step.tool === undefined || step.times !== undefined) continue
  if (step.file !== undefined && step.tool === 'Write') put([step.file])
  if (step.state !== undefined) put({ '.planning-state.local.md': `../phases/${step.state}.md` })
  put(step.put)
  const { says } = ask('PostToolUse', { ...inputOf(step, 0), tool_response: {} })
  if (step.checkpoint !== undefined)
    expect({ ...step, does: 'checkpoint', answer: 'note', says: step.checkpoint }, 'note', says)
}

print(`\n$ holdpoint planning status\n${holdpoint(['planning', 'status', '--session', 'walk']).stdout}`)
print(wrong === 0 ? 'Every answer was as expected.' : `${wrong} answers were not as expected.`)
process.exitCode = wrong === 0 ? 0 : 1

function inputOf({ tool, file, state, input, agent, text, textFrom }, n) {
  if (agent !== undefined) {
    const last = textFrom === undefined ? text : readFileSync(join(here, 'artifacts', textFrom), 'utf8')
    return { agent_id: `${agent}-1`, agent_type: `product-planning:${agent}`, last_assistant_message: last }
  }
  if (tool === undefined) return {}
  const path = state === undefined ? file : '.planning-state.local.md'
  const given =
    input ?? (path === undefined ? { query: `question ${n}` } : { file_path: join(feature, path), content: '…' })
  return { tool_name: tool, tool_input: JSON.parse(JSON.stringify(given).replaceAll('{F}', feature)) }
}

/** Copies from artifacts/: a list of names, or a mapping from the name in the plan to the name there. */
function put(files = []) {
  const pairs = Array.isArray(files) ? files.map((name) => [name, name]) : Object.entries(files)
  for (const [name, source] of pairs) cpSync(join(here, 'artifacts', source), join(feature, name))
}

function holdpoint(args, input = '') {
  return spawnSync(process.execPath, [bin, ...args], { input, env, cwd: project, encoding: 'utf8' })
}

function ask(event, payload, session = 'walk') {
  const input = `${JSON.stringify({ session_id: session, cwd: project, hook_event_name: event, ...payload })}\n`
  const { stdout, stderr } = holdpoint(['hook', event], input)
  if (stdout === '') return { answer: 'pass', says: stderr }
  if (!stdout.startsWith('{')) return { answer: 'tell', says: stdout }
  const { decision, reason, systemMessage, hookSpecificOutput: own = {} } = JSON.parse(stdout)
  if (own.permissionDecision !== undefined)
    return { answer: own.permissionDecision, says: own.permissionDecisionReason }
  if (decision === 'block') return { answer: 'block', says: reason }
  if (own.additionalContext !== undefined) return { answer: 'tell', says: own.additionalContext }
  return { answer: 'note', says: systemMessage ?? '' }
}

function expect({ does, answer = 'done', says = '' }, got, text) {
  // A pass may bring the user what could not be shown at an earlier event.
  const isRight = (got === answer || (got === 'note' && answer === 'pass')) && text.includes(says)
  if (!isRight) wrong += 1
  print(`  ${does.padEnd(52)} ${got}${isRight ? '' : `, but should be ${answer} and say: ${says}`}`)
  const [line = ''] = text.trim().split('\n')
  if (got !== 'pass' && line !== '') print(`      ${line.length > 110 ? `${line.slice(0, 109)}…` : line}`)
}
