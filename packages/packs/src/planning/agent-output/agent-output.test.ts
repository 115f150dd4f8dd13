import { words } from '../../../../../test/process/support/plan-files.ts'
import { agentStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './agent-output.ts'

const says = (text: string | undefined, agent: string | undefined = 'product-planning:code-explorer') =>
  agentStop(agent, 'a1', text)
const all = { 'config/planning-config.yaml': 'feature_flags:\n  hooks_agent_validation:\n    scope: all\n' }
const OTHERS = [
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

testHook(hook, {
  pass: [
    { name: '100 words with a heading', covers: 'PLN-H10-05', event: says(`## Layers\n${words(98)}`) },
    { name: '150 words with a list', event: says(`- ${words(149)}`) },
    { name: '150 words with a numbered list', event: says(`1. ${words(149)}`) },
    { name: '150 words with a table', event: says(`| ${words(147)} |`) },
    {
      name: 'the tech lead has a hook of its own',
      covers: ['PLN-H10-01', 'T-PLN-98'],
      event: says('Done.', 'product-planning:tech-lead'),
    },
    {
      name: 'the architect has a hook of its own',
      covers: 'PLN-IX-03',
      event: says('Done.', 'product-planning:software-architect'),
    },
    {
      name: 'the QA strategist has a hook of its own',
      covers: 'PLN-IX-03',
      event: says('Done.', 'product-planning:qa-strategist'),
    },
    { name: 'no name', covers: ['PLN-H10-02', 'PLN-FM-19'], event: agentStop(undefined, 'a1', 'Done.') },
    { name: 'an empty name', event: agentStop('', 'a1', 'Done.') },
    { name: 'somebody else’s agent', covers: ['T-PLN-85', 'D11'], event: says(words(10), 'Explore') },
    { name: 'fewer words are enough, by option', event: says('- short'), options: { min_words: 2 } },
  ],
  block: [
    {
      name: '99 words with a list',
      covers: ['T-PLN-82', 'PLN-H10-03', 'PLN-H10-07'],
      event: says(`- ${words(98)}`),
      id: 'short',
      says:
        'Insufficient output (99 words)\nAgent product-planning:code-explorer produced only 99 words. Minimum required: ' +
        '100 words. Re-run with more specific instructions.',
    },
    {
      name: 'prose',
      covers: ['T-PLN-83', 'PLN-H10-04'],
      event: says(words(150)),
      id: 'shapeless',
      says: /^No structured sections found\nAgent product-planning:code-explorer output lacks structure/,
    },
    {
      name: 'nothing at all',
      covers: ['T-PLN-105', 'PLN-FM-20'],
      event: says(undefined, 'product-planning:researcher'),
      id: 'short',
      says: /^Insufficient output \(0 words\)/,
    },
    {
      name: 'everybody, says the configuration',
      covers: 'T-PLN-85',
      event: says(words(10), 'Explore'),
      files: all,
      id: 'short',
    },
    { name: 'everybody, says an option', event: says(words(10), 'Explore'), options: { scope: 'all' }, id: 'short' },
    {
      name: 'a planning agent by its bare name',
      covers: 'PLN-H10-06',
      event: says('Done.', 'researcher'),
      id: 'short',
    },
    { name: 'a bare name that no other hook judges', event: says('Done.', 'tech-lead'), id: 'short' },
    {
      name: 'an agent of the plugin that the document does not name',
      event: says('Done.', 'product-planning:new-one'),
      id: 'short',
    },
    ...OTHERS.map((name) => ({
      name,
      covers: 'PLN-H10-07',
      event: says('Done.', `product-planning:${name}`),
      id: 'short',
    })),
  ],
})
