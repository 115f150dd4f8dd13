import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { readConfig } from '../config.ts'
import { readState, redGates } from '../state.ts'
import { userWantsToStop } from '../stopping.ts'
import { featureDirectory } from '../workspace.ts'
import { logged, refused } from '../words.ts'

export default defineHook({
  meta: {
    id: 'planning/workflow-complete',
    summary: 'Block the agent from stopping before the last phase, or while a gate is red.',
    on: ['turn.stop'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 15_000,
    enabledBy: 'preset',
    order: 12,
    aliases: ['H11b', 'planning/H11b', 'H11b_workflow_completeness'],
    options: v.strictObject({
      phases: v.optional(
        v.pipe(
          v.nullable(v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1))),
          v.description('The phases in order. null: planning-config.yaml (nine phases).'),
        ),
        null,
      ),
    }),
    messages: {
      unfinished: {
        exact: 'Workflow at phase {phase}, not complete. Missing phases: {list}',
      },
      red: {
        exact: 'Validation failed (RED) at {gate}. Needs revision before stopping.',
      },
      both: {
        exact:
          'Workflow at phase {phase}, not complete. Missing phases: {list}\n' +
          'Validation failed (RED) at {gate}. Needs revision before stopping.',
      },
      released: {
        what: 'The agent stopped before the workflow was complete: {text}',
        why: 'Holdpoint blocks a stop only once per turn.',
        fix: 'Ask the agent to continue with the plan.',
      },
    },
  },
  async run({ event, options, services, block, notice, pass }) {
    const directory = featureDirectory(event, services)
    const state = directory === undefined ? undefined : await readState(directory, services)
    if (state === undefined) return logged(pass, 'APPROVE', 'No state file, planning not started')
    const config = await readConfig(event.root, services)
    const phases = (options.phases ?? config.phases).map((name) => name.toUpperCase())
    const phase = state.phase || 'unknown'
    const isComplete = phase === (phases.at(-1) ?? 'COMPLETION') || phase === 'COMPLETION'
    const red = redGates(state.gates)[0]
    if (isComplete && red === undefined) return logged(pass, 'APPROVE', `Phase is ${phase}, no gate is RED`)
    if (userWantsToStop(event, config, services)) return logged(pass, 'APPROVE', 'The user asked to stop')

    const list = phases.slice(phases.indexOf(phase) + 1).join(', ')
    const gate = red === undefined ? '' : red.phase || phase
    const id = isComplete ? 'red' : red === undefined ? 'unfinished' : 'both'
    const verdict = refused(block(id, { phase, list, gate }))
    if (!event.alreadyBlocked) return verdict
    const text = (verdict.reason ?? '').replaceAll('\n', ' ')
    return logged(notice('released', { text }), 'APPROVE', `Held once already: ${text}`)
  },
})
