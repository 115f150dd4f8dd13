import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { isFilled } from '../block.ts'
import { readConfig } from '../config.ts'
import { readTasks } from '../tasks.ts'
import { featureDirectory } from '../workspace.ts'
import { logged, sentBack } from '../words.ts'

const minimum = (what: string) =>
  v.optional(v.pipe(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), v.description(what)), null)

export default defineHook({
  meta: {
    id: 'planning/tech-lead-output',
    summary: 'Block the tech lead until tasks.md has phases, enough tasks, and tests for most of them.',
    on: ['agent.stop'],
    matcher: '^product-planning:tech-lead$',
    role: 'gate',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    order: 7,
    aliases: [
      'H07',
      'planning/H07',
      'H07_tech_lead_validator',
      'validate-tech-lead-output.sh',
      'hooks/validate-tech-lead-output.sh',
    ],
    options: v.strictObject({
      min_tasks: minimum('Minimum number of tasks. null: planning-config.yaml (5).'),
      tdd_min_coverage: minimum('Percentage of tasks that must name a test. null: planning-config.yaml (80).'),
      min_phases: minimum('Minimum number of `## Phase` headings. null: planning-config.yaml (2).'),
    }),
    stricter: { min_tasks: 'more', tdd_min_coverage: 'more', min_phases: 'more' },
    messages: {
      missing: {
        exact: 'tasks.md not found\nTech-lead agent did not produce tasks.md in {directory}. Re-run task generation.',
      },
      empty: {
        exact:
          'tasks.md is empty\n' +
          'Tech-lead agent produced an empty tasks.md. Re-run task generation with more specific instructions.',
      },
      few: {
        exact:
          'Too few tasks ({count})\n' +
          'Tech-lead output has only {count} tasks with proper format (- [ ] [T###]). Minimum required: {min}. ' +
          'Re-run with more detailed breakdown.',
      },
      untested: {
        exact:
          'Insufficient TDD integration: {percent}% (need >={min}%)\n' +
          'Tech-lead output has {tested}/{count} tasks with test references ({percent}%). Required: >={min}%. ' +
          'Add UT-/INT-/E2E-/UAT- references to task Definition of Done sections.',
      },
      unphased: {
        exact:
          'Missing phase structure\n' +
          "tasks.md has only {count} '## Phase' headers. Expected at least {min} implementation phases. " +
          'Re-structure tasks into phased delivery.',
      },
      uncritical: {
        exact:
          'Missing self-critique section\n' +
          's1_self_critique is enabled but tech-lead output has no self-critique section. Add self-assessment of ' +
          'task quality.',
      },
    },
  },
  async run({ event, options, services, block, pass }) {
    const feature = featureDirectory(event, services)
    const path = `${feature}/tasks.md`
    const text =
      feature === undefined ? undefined : services.files.read(services.files.real(path), { maxBytes: 8 << 20 })
    if (text === undefined) return sentBack(block('missing', { directory: feature ?? 'UNKNOWN' }))
    if (!isFilled(path, services.files)) return sentBack(block('empty'))

    const { agents } = await readConfig(event.root, services)
    const { tasks, tested, phases, hasSelfCritique } = readTasks(text)
    const minTasks = options.min_tasks ?? agents.minTasks
    if (tasks < minTasks) return sentBack(block('few', { count: tasks, min: minTasks }))
    const percent = tasks === 0 ? 0 : Math.floor((tested * 100) / tasks)
    const minPercent = options.tdd_min_coverage ?? agents.minCoverage
    if (percent < minPercent) return sentBack(block('untested', { percent, tested, count: tasks, min: minPercent }))
    const minPhases = options.min_phases ?? agents.minPhases
    if (phases < minPhases) return sentBack(block('unphased', { count: phases, min: minPhases }))
    if (agents.selfCritique && !hasSelfCritique) return sentBack(block('uncritical'))
    return logged(pass, 'APPROVE', `tasks=${tasks}, tdd=${percent}%, phases=${phases}`)
  },
})
