import { aHarness } from '../../../../../test/process/support/harness.ts'
import { agentStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './check-planner.ts'

const stop = (text?: string, type = 'planner') => agentStop(type, 'a1', text)
const one = '## Intent\nMake it so.\n## Phase 1: One\n**Status:** planned\n**Issues:** #1\n'
const two = `${one}## Phase 2\n**Status:** planned\n`
const plan = (text: string): { files: Record<string, string> } => ({ files: { 'MASTER_PLAN.md': text } })

testHook(hook, {
  pass: [
    {
      name: 'a plan of one phase may be brief',
      covers: ['HAR-CPL-01', 'T-HAR-109'],
      event: stop('MASTER_PLAN.md written.'),
      ...plan(one),
    },
    {
      name: 'a plan of two phases with everything',
      event: stop(),
      ...plan(`${two}## Goals\n## Non-Goals\n## Requirements\n## Success Metrics\n`),
    },
    {
      name: 'a question after a plan that is complete',
      event: stop('The plan is complete. Shall I proceed?'),
      ...plan(one),
    },
    { name: 'another agent', event: stop('', 'implementer') },
    { name: 'the host compacts', event: stop('', '') },
  ],
  notice: [
    {
      name: 'no plan',
      covers: 'HAR-CPL-01',
      event: stop('Done.'),
      id: 'issues',
      says: /open issues: there is no MASTER_PLAN\.md\. /,
    },
    { name: 'an empty plan', event: stop('', 'Plan'), ...plan('\n'), id: 'issues', says: /there is no MASTER_PLAN/ },
    {
      name: 'nothing of what a plan has',
      covers: 'HAR-CPL-01',
      event: stop(),
      ...plan('Soon.'),
      id: 'issues',
      says: /no `## Phase N` heading; .*no section with the original intent; .*names no issues or tasks/,
    },
    {
      name: 'several phases without requirements',
      event: stop(),
      ...plan(two),
      id: 'issues',
      says: /lacks Goals, Non-Goals, Requirements, Success Metrics/,
    },
    {
      name: 'a question nobody can answer',
      covers: 'HAR-CPL-01',
      event: stop('Here is what I would write. Do you approve?'),
      ...plan(one),
      id: 'issues',
      says: /ended with a question/,
    },
  ],
})

describe('session/check-planner and its file', () => {
  it('HAR-CHK-02, HAR-CHK-03, HAR-ST-13: records problems in the documented form, blocks nothing, adds an audit line', async () => {
    const harness = aHarness([hook])
    const { code, json } = await harness.ask('SubagentStop', {
      agent_id: 'a',
      agent_type: 'planner',
      last_assistant_message: 'Shall I proceed?',
    })
    expect([code, json['decision'], json['hookSpecificOutput']]).toEqual([0, undefined, undefined])
    expect(harness.state('.agent-findings')).toMatch(
      /^planner\|there is no MASTER_PLAN\.md;ended with a question [^|;\n]*\n$/,
    )
    expect(harness.state('.audit-log')).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:]+Z\|agent_planner\|there is no MASTER_PLAN\.md; ended/,
    )
    await harness.ask('SubagentStop', {
      agent_id: 'a',
      agent_type: 'planner',
      last_assistant_message: 'Shall I proceed?',
    })
    expect(harness.state('.agent-findings')?.split('\n')).toHaveLength(2)
  })

  it('T-HAR-109: records nothing without problems', async () => {
    const harness = aHarness([hook])
    harness.write({ 'MASTER_PLAN.md': one })
    await harness.ask('SubagentStop', { agent_type: 'planner', last_assistant_message: 'The plan is written.' })
    expect([harness.state('.agent-findings'), harness.state('.audit-log')]).toEqual([undefined, undefined])
  })
})
