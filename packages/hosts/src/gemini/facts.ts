import { join } from 'node:path'
import type { HostFacts } from '@holdpoint/engine'
import { inHome } from '../shared/home.ts'

export const geminiFacts: HostFacts = {
  id: 'gemini',
  title: 'Gemini CLI',
  support: 'supported',
  program: 'gemini',
  format: 'groups',
  settingsFile(scope, root, env) {
    if (scope === 'local') return undefined
    return scope === 'project' ? join(root, '.gemini/settings.json') : inHome(env, '.gemini/settings.json')
  },
  emptySettings: '{}\n',
  timeoutUnit: 'ms',
  findProject: 'f=$GEMINI_PROJECT_DIR',
  failure: 'exit2',
  posture: {
    enforces: 'deny, rewrite, context, stop block, prompt block',
    ask: 'denied (Gemini may end the run)',
    failure: 'the tool call is denied',
    trust: 'trust the folder when Gemini asks; a project install does not run before',
  },
}
