import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mcp } from '../../../../testing/src/events.ts'
import { temporaryDirectory } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './research-budget.ts'

const call = (query: number | string, tool = 'mcp__context7__query-docs') => mcp(tool, { query })
const calls = (count: number, from = 0) => Array.from({ length: count }, (_, index) => call(from + index))
const config = (text: string) => ({ files: { 'config/planning-config.yaml': text } })
const limits = (session: number | string, phase: number | string, warn: number | string) =>
  config(
    `research_mcp:\n  budget:\n    total_calls_per_session: ${session}\n    total_calls_per_phase: ${phase}\n    warn_at_percentage: ${warn}\n`,
  )

const busy = temporaryDirectory()
afterAll(busy.dispose)

/** A live process holds the lock of the budget and does not release it. */
function holdAccount(): void {
  const locks = join(busy.path, 'holdpoint/locks')
  mkdirSync(locks, { recursive: true, mode: 0o700 })
  writeFileSync(join(locks, 'planning-research-budget-test.lock'), `${process.pid} test`)
}

testHook(hook, {
  pass: [
    { name: 'the first call', covers: 'PLN-TC-12', event: call('first') },
    { name: 'the seventh call', covers: 'PLN-H03-10', event: call(7), before: calls(6) },
    { name: 'the same call again', covers: ['T-PLN-16', 'PLN-TC-16', 'PLN-H03-04'], event: call(1), before: [call(1)] },
    {
      name: 'the same call again, when nothing is left',
      covers: 'G-111',
      event: call(1),
      before: [call(1)],
      options: { session_limit: 1, phase_limit: 1 },
    },
    {
      name: 'the same call with its fields in another order',
      event: mcp('mcp__tavily__search', { b: [{ d: 1, c: 2 }], a: 1 }),
      before: [mcp('mcp__tavily__search', { a: 1, b: [{ c: 2, d: 1 }] })],
      options: { session_limit: 1, phase_limit: 1 },
    },
    {
      name: 'a configuration without these keys',
      covers: ['T-PLN-49', 'PLN-FM-06'],
      event: call('a'),
      ...config('feature_flags: {}\n'),
    },
    { name: 'an empty configuration', event: call('b'), ...config('') },
    { name: 'a configuration that is no YAML', event: call('c'), ...config('research_mcp: [\n') },
    { name: 'limits that are no numbers', covers: 'ENG-99', event: call('d'), ...limits('many', '[1]', 'x') },
    { name: 'limits with a unit', event: call('e'), ...limits('"9 calls"', '"9 calls"', '"80 %"') },
    { name: 'a server that only begins alike', event: mcp('mcp__tavilyx__search'), options: { session_limit: 0 } },
    { name: 'a tool that is no research', event: mcp('mcp__github__search'), options: { session_limit: 0 } },
  ],
  notice: [
    {
      name: 'the eighth of ten in a phase',
      covers: 'PLN-H03-09',
      event: call(8),
      before: calls(7),
      id: 'low',
      says: 'WARNING: Phase budget at 8/10. Consider consolidating research before making more calls.',
    },
    {
      name: 'four of five, in the session and in the phase',
      covers: 'PLN-H03-09',
      event: call(4),
      before: calls(3),
      options: { session_limit: 5, phase_limit: 5 },
      id: 'low',
      says:
        'WARNING: Session budget at 4/5 (80% threshold). WARNING: Phase budget at 4/5. Consider consolidating research ' +
        'before making more calls.',
    },
    {
      name: 'limits from the configuration',
      event: call(2),
      before: calls(1),
      ...limits(4, 100, 50),
      id: 'low',
      says: /^WARNING: Session budget at 2\/4 \(50%/,
    },
    {
      name: 'an option wins over the configuration',
      event: call(1),
      ...limits(0, 0, 80),
      options: { session_limit: 1, phase_limit: 9 },
      id: 'low',
    },
  ],
  deny: [
    {
      name: 'the eleventh call of a phase',
      covers: ['T-PLN-15', 'PLN-TC-15', 'PLN-H03-06'],
      event: call(11),
      before: calls(10),
      id: 'phase',
      says: 'DENIED: Research MCP phase budget exhausted (10/10 calls). Proceed to next phase or consolidate existing research.',
    },
    {
      name: 'the last but one of a session',
      covers: ['T-PLN-14', 'T-PLN-47', 'PLN-TC-14', 'PLN-H03-05'],
      event: call(26),
      before: calls(25),
      options: { phase_limit: 100 },
      id: 'session',
      says: 'DENIED: Research MCP session budget exhausted (25/25 calls). No more research calls allowed this session.',
    },
    {
      name: 'both used up: the session is named',
      covers: 'PLN-H03-07',
      event: call(2),
      before: calls(1),
      options: { session_limit: 1, phase_limit: 1 },
      id: 'session',
    },
    {
      name: 'a denied call is not counted',
      covers: 'T-PLN-48',
      event: call(9),
      before: [...calls(2), call(3), call(4)],
      options: { session_limit: 2 },
      id: 'session',
      says: /\(2\/2 calls\)/,
    },
    { name: 'nothing is allowed', event: call(1), ...limits(0, 10, 80), id: 'session', says: /\(0\/0 calls\)/ },
    ...[
      'mcp__Context7__query',
      'mcp__CONTEXT7__query',
      'mcp__Tavily__search',
      'mcp__REF__read',
      'mcp__plugin_x_Tavily__y',
    ].map((tool) => ({
      name: `a server is the same in any case: ${tool}`,
      covers: 'PLN-H03-01',
      event: call(2, tool),
      before: [call(1, 'mcp__tavily__search')],
      options: { session_limit: 1 },
      id: 'session',
    })),
    {
      name: 'a server in either spelling, or of a plugin, is one budget',
      covers: 'PLN-H03-01',
      event: call(4, 'mcp__plugin_docs_context7__query'),
      before: [call(1, 'mcp__Ref__a'), call(2, 'mcp__ref__a'), call(3, 'mcp__tavily__b')],
      options: { session_limit: 3 },
      id: 'session',
    },
    {
      name: 'an account that others hold: what cannot be counted does not pass',
      covers: 'D14',
      event: call(1),
      env: { XDG_STATE_HOME: busy.path },
      prepare: holdAccount,
      id: 'busy',
    },
  ],
})
