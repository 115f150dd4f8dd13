import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { readConfig } from '../config.ts'
import { oneLine } from '../values.ts'
import { logged, sentBack } from '../words.ts'

const PLUGIN = 'product-planning:'
/** These are judged by a hook of their own. */
const DEDICATED = ['tech-lead', 'software-architect', 'qa-strategist']
const AGENTS = [
  ...DEDICATED,
  'code-explorer',
  'qa-security',
  'qa-performance',
  'researcher',
  'flow-analyzer',
  'learnings-researcher',
  'phase-gate-judge',
  'security-analyst',
  'simplicity-reviewer',
  'wildcard-architect',
  'debate-judge',
  'architecture-pruning-judge',
  'tech-writer',
]

export default defineHook({
  meta: {
    id: 'planning/agent-output',
    summary: 'Block a planning agent whose answer is too short or has no structure.',
    on: ['agent.stop'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    order: 10,
    aliases: [
      'H10',
      'planning/H10',
      'H10_agent_generic_validator',
      'validate-agent-generic.sh',
      'hooks/validate-agent-generic.sh',
    ],
    options: v.strictObject({
      min_words: v.optional(
        v.pipe(
          v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
          v.description('Words an answer must have. null: planning-config.yaml (100).'),
        ),
        null,
      ),
      scope: v.optional(
        v.pipe(
          v.nullable(v.picklist(['planning', 'all'])),
          v.description(
            'Whose answers are checked: those of planning agents, or all. null: planning-config.yaml (planning).',
          ),
        ),
        null,
      ),
    }),
    stricter: { min_words: 'more', scope: ['planning', 'all'] },
    messages: {
      short: {
        exact:
          'Insufficient output ({count} words)\n' +
          'Agent {agent} produced only {count} words. Minimum required: {min} words. Re-run with more specific ' +
          'instructions.',
      },
      shapeless: {
        exact:
          'No structured sections found\n' +
          'Agent {agent} output lacks structure (no headers, lists, or tables). Agent output should use markdown ' +
          'formatting for clarity.',
      },
    },
  },
  async run({ event, options, services, block, pass }) {
    const agent = event.agent?.type ?? ''
    if (agent === '') return logged(pass, 'APPROVE', 'Agent name unknown')
    const name = agent.startsWith(PLUGIN) ? agent.slice(PLUGIN.length) : agent
    if (agent !== name && DEDICATED.includes(name)) return logged(pass, 'APPROVE', `Dedicated hook handles ${agent}`)
    const { agents } = await readConfig(event.root, services)
    const isOurs = agent !== name || AGENTS.includes(name)
    if (!isOurs && (options.scope ?? agents.scope) !== 'all')
      return logged(pass, 'APPROVE', `${agent} is no planning agent`)

    const text = event.text ?? ''
    const words = text.split(/\s+/).filter((word) => word !== '').length
    const min = options.min_words ?? agents.minWords
    const who = oneLine(agent, 100)
    if (words < min) return sentBack(block('short', { agent: who, count: words, min }))
    const structure = structureOf(text)
    if (structure === 0) return sentBack(block('shapeless', { agent: who }))
    return logged(pass, 'APPROVE', `agent=${who}, words=${words}, structure=${structure}`)
  },
})

/** Lines that are a header, an item of a list, or a row of a table. */
const structureOf = (text: string): number =>
  text
    .split(/\r?\n/)
    .filter((line) => /^#{2,3}\s|^\s*[-*]\s|^\d+\.\s/.test(line) || line.indexOf('|') !== line.lastIndexOf('|')).length
