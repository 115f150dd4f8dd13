import { join } from 'node:path'
import type { HostFacts } from '@holdpoint/engine'
import { inHome } from '../shared/home.ts'

export const cursorFacts: HostFacts = {
  id: 'cursor',
  title: 'Cursor',
  support: 'experimental',
  program: 'cursor-agent',
  format: 'flat',
  settingsFile(scope, root, env) {
    if (scope === 'local') return undefined
    return scope === 'project' ? join(root, '.cursor/hooks.json') : inHome(env, '.cursor/hooks.json')
  },
  emptySettings: '{\n  "version": 1\n}\n',
  timeoutUnit: 's',
  findProject: 'f=$CURSOR_PROJECT_DIR',
  failure: 'exit2',
  posture: {
    enforces: 'deny, rewrite, context, stop block, prompt block',
    ask: 'denied',
    failure: 'the tool call is denied',
    trust: 'trust the workspace; that the agent itself runs the entries was not tested',
  },
}
