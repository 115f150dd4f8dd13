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
    summary: 'Find branch, feature directory and state of the plan when a session starts, and give them to everybody.',
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
        what: '{file} cannot be read as it stands: {problem}',
        why: 'Every value that could not be read has its default, and everything is enforced.',
        fix: 'Mend the file; `holdpoint planning status` shows what is in force.',
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
