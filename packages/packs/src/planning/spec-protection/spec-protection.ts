import * as v from 'valibot'
import type { FileEffect } from '@holdpoint/shell'
import { defineHook, type Services } from '@holdpoint/engine'
import { readState } from '../state.ts'
import { changes, namesOf, touchesFile } from '../targets.ts'
import { featureDirectories, nameOf, parentOf, SPEC_FILE } from '../workspace.ts'
import { logged, refused } from '../words.ts'

export default defineHook({
  meta: {
    id: 'planning/spec-protection',
    summary: 'Block changes to spec.md once planning has started, with any tool.',
    on: ['tool.before'],
    tools: ['write', 'edit', 'shell'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 3_000,
    enabledBy: 'preset',
    order: 4,
    aliases: [
      'H04',
      'planning/H04',
      'H04_spec_protection',
      'protect-spec-immutability.sh',
      'hooks/protect-spec-immutability.sh',
    ],
    options: v.strictObject({}),
    messages: {
      fixed: {
        exact:
          'DENIED: spec.md is immutable after planning has started (current phase: {phase}). Modifying it would ' +
          'invalidate all downstream artifacts. If requirements changed, abort planning and restart.',
      },
      unclear: {
        what: 'this may change {spec}, which is immutable in phase {phase}.',
        why: 'The command names a file that is unknown until it runs.',
        fix: 'Write the path out.',
      },
    },
  },
  async run({ event, services, deny, ask, pass }) {
    let seen = 'No spec.md is changed'
    for (const effect of changes((await services.effects(event)).files)) {
      for (const spec of specsNear(effect, event, services)) {
        const touch = touchesFile(effect, spec, services.files)
        if (touch === 'no') continue
        const state = await readState(parentOf(spec), services)
        if (state === undefined) seen = 'No state file, spec still editable'
        else if (state.phase === '' || state.phase === 'SETUP') seen = 'Phase is SETUP, spec still editable'
        else if (touch === 'unclear') return ask('unclear', { spec, phase: state.phase })
        else return refused(deny('fixed', { phase: state.phase }))
      }
    }
    return logged(pass, 'ALLOW', seen)
  },
})

/** Any file of that name that is named, and the spec of every plan that the path may belong to. */
function specsNear(
  effect: FileEffect,
  event: Parameters<typeof featureDirectories>[0],
  services: Services,
): readonly string[] {
  const named = namesOf(effect, services.files).filter((name) => nameOf(name) === SPEC_FILE)
  const planned = featureDirectories(event, [effect.path, effect.real], services).map(
    (directory) => `${directory}/${SPEC_FILE}`,
  )
  return [...new Set([...named, ...planned])]
}
