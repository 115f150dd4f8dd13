// Cost of one cold event of the planning pack, next to shell scripts that do the same with bash, jq and yq: the same
// files, the same answers, measured round by round in the same run. Only the ratios mean anything on another machine.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripts } from './baseline/planning.mjs'
import { hasTools, versionOf } from './lib/machine.mjs'
import { aRepository, bin, withPlace } from './lib/project.mjs'
import { measureRounds } from './lib/rounds.mjs'
import { fixed, times } from './lib/table.mjs'

const NODE = 'node -e 0'

export async function run({ rounds = 6, note }) {
  if (!hasTools(['bash', 'jq', 'git'], 'The planning scripts to compare with need these tools'))
    return { title: TITLE, text: ['Not measured: a tool is missing.'], tables: [], data: {} }
  const figures = await withPlace((place) => measure(place, rounds, note))
  const node = figures.get(NODE)
  return {
    title: TITLE,
    text: [
      `${rounds} interleaved rounds. ` +
        'In brackets: how many scripts the host starts at once for the event, and the bench too. ' +
        (versionOf('yq') === undefined ? 'There is no yq here, so the scripts read YAML with sed.' : ''),
    ],
    tables: [
      {
        head: [
          'event',
          'holdpoint ms',
          'p95',
          'scripts ms',
          'p95',
          'CPU x node -e 0',
          'scripts',
          'processes',
          'scripts',
        ],
        rows: CASES.map(({ name, hooks }) => {
          const [own, other] = [figures.get(`${name}: holdpoint`), figures.get(`${name}: scripts`)]
          return [
            `${name} (${hooks.length})`,
            ...[own, other].flatMap(({ median, p95 }) => [fixed(median), fixed(p95)]),
            ...[own, other].map(({ cpu }) => times(cpu / node.cpu)),
            own.processes,
            other.processes,
          ]
        }),
      },
    ],
    data: Object.fromEntries(figures),
  }
}

const TITLE = 'The planning pack, a process for each event'

async function measure(place, rounds, note) {
  const project = prepare(place.folder)
  const feature = join(project, 'specs/demo')
  const baseline = join(place.folder, 'scripts')
  const one = (name, program, input) => ({
    name,
    case: { cwd: project, env: { CLAUDE_PROJECT_DIR: project, BASELINE: baseline }, input, program },
  })
  const named = CASES.flatMap(({ name, on, fields, hooks }) => {
    const event = { session_id: 'bench', cwd: project, hook_event_name: on, ...fields(feature) }
    const input = `${JSON.stringify(event)}\n`
    return [
      one(`${name}: holdpoint`, [process.execPath, bin, 'hook', on], input),
      one(`${name}: scripts`, ['bash', join(baseline, 'together.sh'), ...hooks], input),
    ]
  })
  const progress = (round, all) => note(`round ${Math.max(0, round)} of ${all}`, true)
  const all = [one(NODE, [process.execPath, '-e', '0']), ...named]
  return new Map((await measureRounds(all, { rounds, place, progress })).map((figure) => [figure.name, figure]))
}

const write = (feature) => ({ tool_name: 'Write', tool_input: { file_path: join(feature, 'design.md'), content: 'x' } })
const lead = { agent_id: 'a', agent_type: 'product-planning:tech-lead', last_assistant_message: 'x' }
const question = { questions: [{ question: 'What color for the button?' }] }
const asked = { tool_name: 'AskUserQuestion', tool_input: question }
const research = { tool_name: 'mcp__context7__q', tool_input: { q: 'a' } }

/** What happens, and the scripts a host would start for it. */
const CASES = [
  { name: 'Write in the plan', on: 'PreToolUse', fields: write, hooks: ['H02', 'H04'] },
  { name: 'a question', on: 'PreToolUse', fields: () => asked, hooks: ['H01'] },
  { name: 'a research call', on: 'PreToolUse', fields: () => research, hooks: ['H03'] },
  { name: 'after a Write', on: 'PostToolUse', fields: (at) => ({ ...write(at), tool_response: {} }), hooks: ['H05'] },
  { name: 'a prompt', on: 'UserPromptSubmit', fields: () => ({ prompt: 'Go on' }), hooks: ['H06'] },
  { name: 'the tech lead stops', on: 'SubagentStop', fields: () => lead, hooks: ['H07', 'H10'] },
  { name: 'a stop', on: 'Stop', fields: () => ({ stop_hook_active: true }), hooks: ['H11a'] },
  { name: 'a compaction', on: 'PreCompact', fields: () => ({ trigger: 'auto' }), hooks: ['H12'] },
  { name: 'a session', on: 'SessionStart', fields: () => ({ source: 'resume' }), hooks: ['H13'] },
]

function prepare(folder) {
  const baseline = join(folder, 'scripts')
  mkdirSync(baseline)
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(baseline, name), text)
    chmodSync(join(baseline, name), 0o755)
  }
  return aRepository(join(folder, 'project'), {
    branch: 'feature/demo',
    files: {
      'holdpoint.yml': 'presets: [planning]\n',
      'config/planning-config.yaml':
        'research_mcp:\n  budget: { total_calls_per_session: 25, total_calls_per_phase: 10, warn_at_percentage: 80 }\n' +
        'feature_flags:\n  hooks_immutable_guard: { keyword_overlap_threshold: 0.6 }\n',
      'specs/demo/.planning-state.local.md':
        '---\nphase: ARCHITECTURE\nmode: complete\nuser_decisions:\n' +
        Array.from({ length: 8 }, (_, n) => `  "Should we use library ${n} for part ${n}?": "Yes"\n`).join('') +
        'gate_results:\n  - { phase: 1, verdict: PASS, score: 4.2 }\n---\n\n# Notes\n',
      'specs/demo/.planning.lock': '{"session_id":"bench"}\n',
      'specs/demo/tasks.md':
        '## Phase 1\n## Phase 2\n' +
        Array.from({ length: 20 }, (_, n) => `- [ ] [T${100 + n}] Task, UT-${n}\n`).join(''),
    },
  })
}
