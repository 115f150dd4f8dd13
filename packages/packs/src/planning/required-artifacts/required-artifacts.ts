import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { isFilled } from '../block.ts'
import { readConfig } from '../config.ts'
import { readState } from '../state.ts'
import { userWantsToStop } from '../stopping.ts'
import { featureDirectory } from '../workspace.ts'
import { logged, sentBack } from '../words.ts'

export default defineHook({
  meta: {
    id: 'planning/required-artifacts',
    summary: 'Block the agent from stopping while the plan’s files are missing.',
    on: ['turn.stop'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 11,
    aliases: [
      'H11a',
      'planning/H11a',
      'H11a_required_artifacts',
      'check-required-artifacts.sh',
      'hooks/check-required-artifacts.sh',
    ],
    options: v.strictObject({
      artifacts: v.optional(
        v.pipe(
          v.nullable(v.array(v.pipe(v.string(), v.minLength(1)))),
          v.description(
            'Files a plan must have. null: planning-config.yaml (design.md, plan.md, tasks.md, test-plan.md).',
          ),
        ),
        null,
      ),
    }),
    stricter: { artifacts: 'more' },
    messages: {
      missing: {
        exact:
          'Missing artifacts: {list}\n' +
          'Planning incomplete (phase: {phase}). Missing required artifacts: {list}. Continue workflow to generate ' +
          'these artifacts before stopping.',
      },
      released: {
        what: 'The agent stopped in phase {phase} without {list}.',
        why: 'Holdpoint blocks a stop only once per turn.',
        fix: 'Ask the agent to continue with the plan.',
      },
    },
  },
  async run({ event, options, services, block, notice, pass }) {
    const directory = featureDirectory(event, services)
    if (directory === undefined) return logged(pass, 'APPROVE', 'No FEATURE_DIR detected')
    const state = await readState(directory, services)
    if (state === undefined) return logged(pass, 'APPROVE', 'No state file, planning not started')
    const phase = state.phase || 'unknown'
    if (phase === 'COMPLETION') return logged(pass, 'APPROVE', 'Phase is COMPLETION')
    const config = await readConfig(event.root, services)
    const required = options.artifacts ?? config.artifacts
    const missing = required.filter((name) => !isFilled(`${directory}/${name}`, services.files))
    if (missing.length === 0) return logged(pass, 'APPROVE', `All required artifacts present, phase=${phase}`)
    if (userWantsToStop(event, config, services)) return logged(pass, 'APPROVE', 'The user asked to stop')
    const data = { list: missing.join(', '), phase }
    if (event.alreadyBlocked)
      return logged(notice('released', data), 'APPROVE', `Held once already; missing: ${data.list}`)
    return sentBack(block('missing', data))
  },
})
