import { join } from 'node:path'
import type { HostFacts } from '@holdpoint/engine'
import { inHome } from '../shared/home.ts'

export const opencodeFacts: HostFacts = {
  id: 'opencode',
  title: 'OpenCode',
  support: 'supported',
  program: 'opencode',
  format: 'plugin',
  settingsFile(scope, root, env) {
    if (scope === 'local') return undefined
    if (scope === 'project') return join(root, '.opencode/plugins/holdpoint.js')
    const config = env['XDG_CONFIG_HOME']
    const file = 'opencode/plugins/holdpoint.js'
    return config === undefined || config === '' || inHome(env, '') === undefined
      ? inHome(env, `.config/${file}`)
      : join(config, file)
  },
  emptySettings: '',
  timeoutUnit: 's',
  findProject: 'f=$OPENCODE_PROJECT_DIR',
  failure: 'exit2',
  posture: {
    enforces: 'deny, rewrite, context, prompt block; a stop cannot be blocked',
    ask: 'denied (OpenCode has no ask)',
    failure: 'the tool call is denied',
  },
}
