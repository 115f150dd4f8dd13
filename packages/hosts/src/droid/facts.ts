import { join } from 'node:path'
import type { HostFacts } from '@holdpoint/engine'
import { inHome } from '../shared/home.ts'

export const droidFacts: HostFacts = {
  id: 'droid',
  title: 'Factory Droid',
  support: 'experimental',
  program: 'droid',
  format: 'groups',
  settingsFile(scope, root, env) {
    if (scope === 'local') return undefined
    return scope === 'project' ? join(root, '.factory/settings.json') : inHome(env, '.factory/settings.json')
  },
  emptySettings: '{}\n',
  timeoutUnit: 's',
  findProject: 'f=$FACTORY_PROJECT_DIR',
  failure: 'exit2',
  posture: {
    enforces: 'deny, rewrite, context, stop block, prompt block',
    ask: 'denied (Droid would run the tool)',
    failure: 'the tool call is denied',
  },
}
