import { join } from 'node:path'
import type { HostFacts } from '@holdpoint/engine'
import { inHome } from '../shared/home.ts'

export const codexFacts: HostFacts = {
  id: 'codex',
  title: 'Codex CLI',
  support: 'supported',
  program: 'codex',
  format: 'groups',
  settingsFile(scope, root, env) {
    if (scope === 'local') return undefined
    if (scope === 'project') return join(root, '.codex/hooks.json')
    const own = env['CODEX_HOME']
    return own === undefined || own === '' ? inHome(env, '.codex/hooks.json') : join(own, 'hooks.json')
  },
  emptySettings: '{}\n',
  timeoutUnit: 's',
  // Codex names no directory: the project is the one around that has this file.
  findProject: 'f=$PWD; while test -n "$f" && ! test -e "$f/.codex/hooks.json"; do f=${f%/*}; done',
  failure: 'exit2',
  posture: {
    enforces: 'deny, rewrite, context, stop block, prompt block',
    ask: 'denied (Codex would run the tool)',
    failure: 'the tool call is denied',
    trust: 'open `/hooks` in Codex and trust the entries; again after every `holdpoint init`',
  },
}
