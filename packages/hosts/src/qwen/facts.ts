import { join } from 'node:path'
import type { HostFacts } from '@holdpoint/engine'
import { inHome } from '../shared/home.ts'

export const qwenFacts: HostFacts = {
  id: 'qwen',
  title: 'Qwen Code',
  support: 'supported',
  program: 'qwen',
  format: 'groups',
  settingsFile(scope, root, env) {
    if (scope === 'local') return undefined
    return scope === 'project' ? join(root, '.qwen/settings.json') : inHome(env, '.qwen/settings.json')
  },
  emptySettings: '{}\n',
  timeoutUnit: 'ms',
  findProject: 'f=$QWEN_PROJECT_DIR',
  failure: 'exit2',
  posture: {
    enforces: 'deny, context, stop block, prompt block',
    ask: 'denied (Qwen shows no question)',
    failure: 'the tool call is denied',
    trust: 'trust the folder when Qwen asks; a project install does not run before',
  },
}
