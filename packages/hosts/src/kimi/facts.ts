import { join } from 'node:path'
import type { HostFacts } from '@holdpoint/engine'
import { inHome } from '../shared/home.ts'

export const kimiFacts: HostFacts = {
  id: 'kimi',
  title: 'Kimi Code',
  support: 'supported',
  program: 'kimi',
  format: 'toml',
  settingsFile(scope, _root, env) {
    if (scope !== 'user') return undefined
    const own = env['KIMI_CODE_HOME']
    return own === undefined || own === '' ? inHome(env, '.kimi-code/config.toml') : join(own, 'config.toml')
  },
  emptySettings: '',
  timeoutUnit: 's',
  findProject: 'f=$PWD',
  failure: 'exit2',
  posture: {
    enforces: 'deny, context, one stop block per turn, prompt block',
    ask: 'denied (Kimi would run the tool)',
    failure: 'the tool call is denied',
  },
}
