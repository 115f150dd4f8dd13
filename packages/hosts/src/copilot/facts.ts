import { join } from 'node:path'
import type { HostFacts } from '@holdpoint/engine'
import { inHome } from '../shared/home.ts'

export const copilotFacts: HostFacts = {
  id: 'copilot',
  title: 'Copilot CLI',
  support: 'supported',
  program: 'copilot',
  format: 'groups',
  settingsFile(scope, root, env) {
    if (scope === 'local') return undefined
    return scope === 'project'
      ? join(root, '.github/hooks/holdpoint.json')
      : inHome(env, '.copilot/hooks/holdpoint.json')
  },
  emptySettings: '{\n  "version": 1\n}\n',
  timeoutUnit: 's',
  findProject: 'f=$COPILOT_PROJECT_DIR',
  failure: 'exit2',
  posture: {
    enforces: 'deny, ask, rewrite, context, stop block, prompt block',
    ask: 'the user is asked; denied with `-p`',
    failure: 'the tool call is denied',
    trust: 'trust the folder when Copilot asks; a project install does not run before',
  },
}
