import { join } from 'node:path'
import type { HostFacts } from '@holdpoint/engine'
import { inHome } from '../shared/home.ts'

export const claudeCodeFacts: HostFacts = {
  id: 'claude-code',
  title: 'Claude Code',
  support: 'supported',
  program: 'claude',
  format: 'groups',
  settingsFile(scope, root, env) {
    if (scope === 'user') return inHome(env, '.claude/settings.json')
    return join(root, scope === 'local' ? '.claude/settings.local.json' : '.claude/settings.json')
  },
  emptySettings: '{}\n',
  timeoutUnit: 's',
  findProject: 'f=$CLAUDE_PROJECT_DIR',
  failure: 'ask',
  posture: {
    enforces: 'deny, ask, rewrite, context, stop block, prompt block',
    ask: 'the user is asked',
    failure: 'the tool call needs approval',
    trust: 'accept the trust dialog of the folder once',
  },
}
