// The three sources of cases: recorded payloads of hosts, case tables of hooks, rows of the corpus.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bundle.mjs'

/** Ids stay the same when files move: they consist of the hook and the case's own title. */
const MAX_TITLE = 160

const preset = (name) => `presets: [${name}]\n`

export function fixtureCases() {
  const folder = join(root, 'test/fixtures')
  // Fixtures of other hosts have another form; test/hosts plays them.
  const names = readdirSync(folder, { recursive: true }).filter((name) => /^claude-code\/.*\.json$/.test(name))
  return names.toSorted().flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const title = name.replace(/\.json$/, '')
    return ['recommended', 'all'].map((presets) => ({
      sort: 'fixture',
      block: `fixture ${presets}`,
      id: `fixture ${presets}: ${title}`,
      settings: preset(presets),
      alsoAsProcess: presets === 'recommended',
      events: (project) => [recordedEvent(text, project)],
    }))
  })
}

/** The recorded project and home are directories of this machine. */
function recordedEvent(text, project) {
  const { input, env } = JSON.parse(text, (_, value) =>
    typeof value === 'string' ? value.replaceAll(/(?<![\w/.-])\/project(?=\/|$)/g, project) : value,
  )
  return { name: input.hook_event_name, payload: input, env: withoutPwd(env) }
}

const withoutPwd = ({ PWD: _pwd, ...env }) => env

/** Expectations of a table that are not decisions. */
const PASSING = ['pass', 'context', 'notice', 'rewrite']

export function tableCases(tables) {
  const seen = new Map()
  const sampled = new Set()
  return tables.flatMap(({ hook: { meta }, table }) =>
    Object.entries(table).flatMap(([expect, cases]) =>
      cases.map((shorthand) => {
        const given = caseOf(shorthand)
        const { name, event, before = [], files, git, prepare, env, options, now } = given
        const title = `${meta.id} ${expect}: ${name ?? event.tool?.command ?? event.kind}`
        const isSample = expect !== 'pass' && before.length === 0 && !sampled.has(meta.id)
        if (isSample) sampled.add(meta.id)
        return {
          sort: 'table',
          block: meta.id,
          id: uniqueId(title, seen),
          hook: meta.id,
          decision: PASSING.includes(expect) ? 'pass' : expect,
          onlyCalled: meta.enabledBy === 'call' ? true : undefined,
          settings: settingsFor(meta.id, options),
          alsoAsProcess: isSample,
          events: () => [...before, event],
          given,
          files,
          git,
          prepare,
          env,
          now: now && utc(now),
        }
      }),
    ),
  )
}

/** The hook alone, besides those that are always on. Models answer on loopback. */
const settingsFor = (id, options) =>
  JSON.stringify({
    presets: [],
    llm: { providers: ['anthropic', 'google', 'openai'] },
    hooks: { [id]: { level: 'on', ...(options && { options }) } },
  })

/** Tables give local times; all of it is played in UTC. */
const utc = (time) => (/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`)

function caseOf(given) {
  if (typeof given === 'string') return { name: given, event: shell(given) }
  if (!('run' in given)) return given
  const { run, ...rest } = given
  return { ...rest, event: shell(run) }
}

const shell = (command) => ({
  kind: 'tool.before',
  tool: { name: 'Bash', kind: 'shell', input: { command }, command, files: [] },
  subjects: ['Bash'],
})

export function corpusCases() {
  const folder = join(root, 'test/corpus')
  const seen = new Map()
  return (
    readdirSync(folder)
      // The other sets are scored by rate, and would make the record ten times as large.
      .filter((name) => /^(?:commands|everyday|mcp-.*)\.jsonl$/.test(name))
      .toSorted()
      .flatMap((name) =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => {
            const { command, tool = 'Bash', input = { command }, cwd } = JSON.parse(line)
            const about = command ?? `${tool} ${JSON.stringify(input)}`
            return {
              sort: 'corpus',
              block: `corpus ${name}`,
              id: uniqueId(`corpus ${name.replace('.jsonl', '')}: ${cwd === undefined ? '' : `${cwd} `}${about}`, seen),
              settings: preset('recommended'),
              events: (project) => [
                {
                  name: 'PreToolUse',
                  payload: {
                    session_id: 'test',
                    cwd: cwd ?? project,
                    hook_event_name: 'PreToolUse',
                    tool_name: tool,
                    tool_input: input,
                  },
                  env: { CLAUDE_PROJECT_DIR: cwd ?? project },
                },
              ],
            }
          }),
      )
  )
}

function uniqueId(title, seen) {
  const short = title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title
  const count = (seen.get(short) ?? 0) + 1
  seen.set(short, count)
  return count === 1 ? short : `${short} #${count}`
}
