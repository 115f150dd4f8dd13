#!/usr/bin/env node
// Keeps each agent of a team to the files of its task. PreToolUse, matcher Edit|Write: JSON on stdin, answer on stdout.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

const input = JSON.parse(readFileSync(0, 'utf8') || '{}')
const project = real(process.env['CLAUDE_PROJECT_DIR'] ?? input.cwd ?? process.cwd())
const file = input.tool_input?.file_path ?? input.tool_input?.notebook_path
const agents = [input.agent_name, input.teammate_name, input.agent_type].filter(Boolean)

// Only while a plan is carried out, only for agents, only for files.
const state = read(join(project, '.claude/orchestrator-state.json'))
if (state === undefined || agents.length === 0 || typeof file !== 'string') process.exit(0)

const team = String(state.team ?? '').replace(/[^A-Za-z0-9._-]/g, '-')
const scopeFile = `.claude/hooks/scopes/${team}.json`
const scopes = read(join(project, scopeFile))
if (scopes === undefined && existsSync(join(project, scopeFile)))
  deny(`${scopeFile} cannot be read; ask the user to mend it.`)
const agent = agents.find((name) => Object.hasOwn(scopes?.agents ?? {}, name))
if (agent === undefined) process.exit(0)

const allowed = scopes.agents[agent].allow ?? []
const path = relative(project, real(resolve(input.cwd ?? project, file)))
  .split(sep)
  .join('/')
if (!allowed.some((glob) => pattern(glob).test(path))) {
  const only = allowed.join(', ') || 'nothing'
  deny(
    `${path} is outside of what ${agent} may write. Write only ${only}; for anything else send a message to the lead.`,
  )
}

function deny(permissionDecisionReason) {
  const hookSpecificOutput = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason }
  process.stdout.write(JSON.stringify({ hookSpecificOutput }))
  process.exit(0)
}

/** A file that is missing or no JSON says nothing. */
function read(name) {
  try {
    return JSON.parse(readFileSync(name, 'utf8'))
  } catch {
    return undefined
  }
}

/** Links resolved as far as the path exists, so that none leads outside unseen. */
function real(name) {
  return existsSync(name) || dirname(name) === name
    ? realpathSync(name)
    : join(real(dirname(name)), name.slice(dirname(name).length))
}

/** `*` stays within one directory, `**` crosses them. */
function pattern(glob) {
  const parts = { '/**': '(?:/.*)?', '**/': '(?:.*/)?', '*': '[^/]*' }
  const source = glob
    .replace(/^\.\//, '')
    .replace(/\/\*\*$|\*\*\/|\*|[.+^${}()|[\]\\?]/g, (part) => parts[part] ?? `\\${part}`)
  return new RegExp(`^${source}$`)
}
