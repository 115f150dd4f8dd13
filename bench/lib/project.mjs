// The projects that are measured: real git repositories with a plan and some source, one for each set of hooks.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
export const bin = join(root, 'packages/cli/dist/bin/holdpoint.cjs')

/** A folder of our own with a home in it; removed at the end. */
export async function withPlace(work) {
  // Not the system's temporary directory: the path of a socket has to be short.
  const folder = mkdtempSync('/tmp/holdpoint-bench-')
  const [home, tmp, runtime] = ['home', 'tmp', 'run'].map((name) => join(folder, name))
  for (const path of [home, tmp, runtime]) mkdirSync(path, { mode: 0o700 })
  // A clean environment: a certificate bundle in NODE_EXTRA_CA_CERTS alone would double every figure.
  // With SHELL set, as after a login: without it every bash queries the system for it, a third of its own start.
  const own = { HOME: home, SHELL: '/bin/sh', TMPDIR: tmp, XDG_RUNTIME_DIR: runtime }
  // A host passes its process id; a daemon needs to know whose session it answers for.
  const env = { PATH: process.env.PATH, LC_ALL: 'C', CLAUDE_PID: String(process.pid), ...own }
  // Also when the bench is interrupted: a daemon whose socket is gone ends by itself.
  const clear = () => remove(folder)
  process.once('exit', clear)
  try {
    return await work({ folder, env })
  } finally {
    process.off('exit', clear)
    clear()
  }
}

/** Processes of a session may still write for a moment; what remains is left to the system. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  } catch (error) {
    console.error(`left behind: ${error.message}`)
  }
}

/** A bare start of Node: what every figure of a process is a multiple of. */
export const nodeCase = ({ folder }) => ({ cwd: folder, program: [process.execPath, '-e', '0'] })

/** The least that a process can cost. */
export const trueCase = ({ folder }) => ({ cwd: folder, program: ['/bin/true'] })

/** A repository with these files committed, on this branch. */
export function aRepository(path, { branch, files }) {
  const git = (...args) => {
    const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid', '-c', 'commit.gpgsign=false']
    const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: path, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
  }
  mkdirSync(path, { recursive: true })
  git('init', '-q', '-b', branch, '.')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  git('add', '-A')
  git('commit', '-q', '-m', 'start')
  return path
}

const SOURCES = 12

/** The same project for every set of hooks, and for other measurements that need their own. */
export const harnessProject = (folder, name, preset = name) =>
  aRepository(join(folder, `project-${name}`), { branch: 'feature/parser', files: harnessFiles(preset) })

export const harnessFiles = (preset) => ({
  'holdpoint.yml': `presets: [${preset}]\n`,
  'MASTER_PLAN.md': PLAN,
  'README.md': '# Parser\n',
  ...Object.fromEntries(Array.from({ length: SOURCES }, (_, n) => [`src/part-${n}.ts`, sourceOf(n)])),
})

const PLAN = `# Plan: a parser

## Original intent
> Read the format, tell every mistake with its line.

## Goals
- REQ-GOAL-001: every mistake has a line

## Phase 1: reading
**Status:** completed
### Decision Log
- DEC-READ-001: one pass. Addresses: REQ-GOAL-001

## Phase 2: telling
**Status:** in-progress
- DEC-TELL-001: lines count from one
`

const sourceOf = (n) => `/**
 * @file Part ${n} of the parser.
 * @decision DEC-READ-001
 * @title One pass
 * @status accepted
 * @rationale Two passes would read every file twice.
 */
${Array.from({ length: 20 }, (_, line) => `export const value${line} = (text: string): number => text.length + ${n * line}\n`).join('')}`

/** A daemon knows a session by its id, and each project has one of its own. */
export const sessionIn = (project) =>
  `5e550000-4ab9-4070-b017-${createHash('sha256').update(project).digest('hex').slice(0, 12)}`

/** One of every kind of event that document 002 has hooks for, as the host sends it. */
export function eventsIn(project) {
  const file = join(project, 'src/part-3.ts')
  const write = { tool_name: 'Write', tool_input: { file_path: file, content: sourceOf(3) } }
  const edit = { tool_name: 'Edit', tool_input: { file_path: file, old_string: 'value1', new_string: 'first' } }
  const bash = (command) => ({ tool_name: 'Bash', tool_input: { command, description: 'Run it' } })
  const said = 'The parser tells the line now. Shall I run the tests next?'
  return [
    ['PreToolUse Bash, a pipe', 'PreToolUse', bash('npm test 2>&1 | tail -20')],
    ['PreToolUse Bash, a commit', 'PreToolUse', bash('git commit -m "parser: tell the line"')],
    ['PreToolUse Write', 'PreToolUse', write],
    ['PreToolUse Edit', 'PreToolUse', edit],
    ['PostToolUse Write', 'PostToolUse', { ...write, tool_response: { success: true } }],
    [
      'UserPromptSubmit',
      'UserPromptSubmit',
      { prompt: 'Please implement the next phase of the plan in src/part-3.ts' },
    ],
    ['SessionStart', 'SessionStart', { source: 'resume' }],
    ['SubagentStop', 'SubagentStop', { agent_id: 'a1', agent_type: 'implementer', last_assistant_message: said }],
    ['Stop', 'Stop', { stop_hook_active: false, last_assistant_message: said }],
    ['PreCompact', 'PreCompact', { trigger: 'auto', custom_instructions: '' }],
    ['Notification', 'Notification', { message: 'Waiting for you', notification_type: 'idle_prompt' }],
    ['SessionEnd', 'SessionEnd', { reason: 'other' }],
  ].map(([label, name, fields]) => ({
    label,
    name,
    tool: fields.tool_name,
    project,
    input: `${JSON.stringify({
      session_id: sessionIn(project),
      transcript_path: join(project, '.claude/transcript.jsonl'),
      cwd: project,
      permission_mode: 'default',
      hook_event_name: name,
      ...fields,
    })}\n`,
  }))
}
