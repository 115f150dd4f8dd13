// Holdpoint for OpenCode. `holdpoint init` writes this file, `holdpoint uninstall` removes it, `holdpoint doctor` checks it.
// Each hook runs the command of its event and obeys the answer. A tool call without an answer is denied.
import { spawn } from 'node:child_process'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const ENTRIES = {}

const CANNOT_RUN = 'Holdpoint is installed but cannot run. Run `holdpoint doctor`.'
const LOOKUP_MS = 2_000
const MAX_DEPTH = 10

/** In a project the file is in `.opencode/plugins`, and the folder above is the project. */
const folder = dirname(dirname(fileURLToPath(import.meta.url)))
const ownProject = basename(folder) === '.opencode' ? dirname(folder) : undefined

/** The answer to an event, or why there is none. Never throws, and always ends. */
function ask(event, payload, project) {
  const entry = ENTRIES[event]
  if (entry === undefined) return Promise.resolve({ answer: {} })
  return new Promise((resolve) => {
    let child
    const end = (result) => {
      clearTimeout(timer)
      try {
        // The whole group: what the command has started must not outlive its answer.
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended, or never started.
      }
      resolve(result)
    }
    const timer = setTimeout(
      () => end({ problem: `Holdpoint gave no answer in ${entry.timeout} seconds. Run \`holdpoint doctor\`.` }),
      entry.timeout * 1000,
    )
    try {
      child = spawn('/bin/sh', ['-c', entry.command], {
        cwd: payload.cwd,
        detached: true,
        env: { ...process.env, OPENCODE_PROJECT_DIR: project },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      const said = { stdout: [], stderr: [] }
      for (const name of ['stdout', 'stderr']) child[name].on('data', (piece) => said[name].push(piece))
      child.on('error', () => end({ problem: CANNOT_RUN }))
      child.stdin.on('error', () => undefined)
      child.on('close', (code) => {
        const [stdout, stderr] = [said.stdout, said.stderr].map((pieces) => Buffer.concat(pieces).toString().trim())
        const answer = code === 0 ? parsed(stdout) : undefined
        end(answer === undefined ? { problem: stderr || CANNOT_RUN } : { answer })
      })
      child.stdin.end(`${JSON.stringify({ hook_event_name: event, ...payload })}\n`)
    } catch {
      end({ problem: CANNOT_RUN })
    }
  })
}

function parsed(text) {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const deadline = (promise) =>
  Promise.race([promise, new Promise((resolve) => setTimeout(() => resolve(undefined), LOOKUP_MS).unref?.())])

export const Holdpoint = async ({ client, directory, worktree }) => {
  const project = ownProject ?? (worktree === undefined || worktree === '/' ? directory : worktree)
  const parents = new Map()
  const created = new Set()
  const contexts = new Map()

  /** The session that the user talks to; a sub-agent has one of its own below. */
  async function rootOf(session) {
    let root = session
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      if (!parents.has(root)) {
        const found = await deadline(client.session.get({ path: { id: root } })).catch(() => undefined)
        parents.set(root, found?.data?.parentID)
      }
      const parent = parents.get(root)
      if (parent === undefined) break
      root = parent
    }
    return root
  }

  async function payloadOf(session, more) {
    const root = await rootOf(session)
    return { session_id: root, cwd: directory, ...(root !== session && { agent_id: session }), ...more }
  }

  /** Asked once for a session, and again after a compaction. */
  function begin(session, source) {
    if (!contexts.has(session) || source === 'compact') {
      const payload = { session_id: session, cwd: directory, source }
      contexts.set(
        session,
        ask('SessionStart', payload, project).then(({ answer }) => answer?.context),
      )
    }
    return contexts.get(session)
  }

  const usual = (session) => (created.has(session) ? 'startup' : 'resume')

  return {
    async 'tool.execute.before'({ tool, sessionID, callID }, output) {
      const payload = await payloadOf(sessionID, { tool_name: tool, tool_input: output.args, tool_use_id: callID })
      const { answer, problem } = await ask('PreToolUse', payload, project)
      if (answer === undefined) throw new Error(problem)
      if (answer.deny !== undefined) throw new Error(answer.deny)
      if (answer.args === undefined) return
      // OpenCode ignores another object in its place.
      for (const name of Object.keys(output.args)) delete output.args[name]
      Object.assign(output.args, answer.args)
    },

    async 'tool.execute.after'({ tool, sessionID, callID, args }, output) {
      const call = { tool_name: tool, tool_input: args, tool_use_id: callID, tool_response: output.output }
      const { answer } = await ask('PostToolUse', await payloadOf(sessionID, call), project)
      const words = [output.output, answer?.feedback, answer?.context].filter((text) => typeof text === 'string')
      if (words.length > 1) output.output = words.join('\n\n')
    },

    async 'chat.message'({ sessionID }, output) {
      const texts = output.parts.filter((part) => part.type === 'text' && part.synthetic !== true)
      const payload = await payloadOf(sessionID, { prompt: texts.map(({ text }) => text).join('\n') })
      if (payload.agent_id === undefined) await begin(sessionID, usual(sessionID))
      const { answer } = await ask('UserPromptSubmit', payload, project)
      if (answer?.deny !== undefined) throw new Error(answer.deny)
      if (answer?.context !== undefined && texts.length > 0) texts.at(-1).text += `\n\n${answer.context}`
    },

    async 'experimental.chat.system.transform'({ sessionID }, output) {
      const context = await contexts.get(sessionID)
      if (context !== undefined) output.system.push(context)
    },

    async 'experimental.session.compacting'({ sessionID }, output) {
      const { answer } = await ask('PreCompact', await payloadOf(sessionID, { trigger: 'auto' }), project)
      if (answer?.context !== undefined) output.context.push(answer.context)
    },

    async event({ event: { type, properties } }) {
      if (type === 'session.created') {
        created.add(properties.info.id)
        parents.set(properties.info.id, properties.info.parentID)
      }
      if (type !== 'session.compacted' && type !== 'session.idle') return
      const payload = await payloadOf(properties.sessionID, {})
      if (payload.agent_id !== undefined) return
      if (type === 'session.compacted') await begin(properties.sessionID, 'compact')
      else await ask('Stop', payload, project)
    },
  }
}
