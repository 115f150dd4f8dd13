import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { isFilled } from '../block.ts'
import { readConfig } from '../config.ts'
import { readState } from '../state.ts'
import { oneLine } from '../values.ts'
import { branchOf, featureDirectory, SPEC_FILE } from '../workspace.ts'
import { logged } from '../words.ts'

export default defineHook({
  meta: {
    id: 'planning/setup-env',
    summary: 'Find branch, feature directory and plan state at session start, for all planning hooks.',
    on: ['session.start'],
    role: 'context',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    order: 13,
    aliases: ['H13', 'planning/H13', 'H13_env_setup', 'setup-planning-env.sh', 'hooks/setup-planning-env.sh'],
    options: v.strictObject({}),
    messages: {
      config: {
        what: '{file} has a mistake: {problem}',
        why: 'Unreadable values have their defaults, and every gate is enforced.',
        fix: 'Fix the file. `holdpoint planning status` shows the values in use.',
      },
    },
  },
  async run({ event, services, inject, notice }) {
    const { files } = services
    const { cwd } = event
    const branch = branchOf(cwd, services)
    const feature = featureDirectory(event, services)
    const state = feature === undefined ? undefined : await readState(feature, services)
    const hasSpec = feature !== undefined && isFilled(`${feature}/${SPEC_FILE}`, files, 0)
    const hasConstitution = isFilled(`${cwd}/specs/constitution.md`, files, 0)
    services.exportVariables({
      PLANNING_BRANCH: branch,
      PLANNING_FEATURE_DIR: feature ?? '',
      PLANNING_SPEC_EXISTS: String(hasSpec),
      PLANNING_CONSTITUTION_EXISTS: String(hasConstitution),
      PLANNING_STATE_EXISTS: String(state !== undefined),
      PLANNING_CURRENT_PHASE: state?.phase ?? '',
      PLANNING_CURRENT_MODE: state?.mode ?? '',
    })
    const summary =
      `Planning environment detected: branch=${oneLine(branch)}, feature_dir=${feature ?? 'none'}, ` +
      `state=${state !== undefined}, phase=${state?.phase || 'none'}, spec=${hasSpec}, constitution=${hasConstitution}`
    const verdict = logged({ ...inject(summary), ...(feature !== undefined && { notice: summary }) }, 'SETUP', summary)
    const { file, problem } = await readConfig(event.root, services)
    if (file === undefined || problem === undefined) return verdict
    const trouble = notice('config', { file, problem })
    return { ...verdict, ...trouble, notice: [verdict.notice, trouble.notice].filter(Boolean).join('\n') }
  },
})
