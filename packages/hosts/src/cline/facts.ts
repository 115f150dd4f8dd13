import { join } from 'node:path'
import type { HostFacts } from '@holdpoint/engine'
import { inHome } from '../shared/home.ts'

/** Cline runs every file of the folder that is named after an event, whatever its ending. */
export const clineFacts: HostFacts = {
  id: 'cline',
  title: 'Cline',
  support: 'halt only',
  program: 'cline',
  format: 'script',
  perEvent: ['PreToolUse', 'PostToolUse', 'TaskStart', 'TaskResume', 'TaskComplete'],
  settingsFile(scope, root, env) {
    if (scope === 'local') return undefined
    return scope === 'project' ? join(root, '.clinerules/hooks/*.sh') : inHome(env, '.cline/hooks/*.sh')
  },
  emptySettings: '',
  timeoutUnit: 's',
  // Cline names no directory: the project is the one around that has this file.
  findProject: 'f=$PWD; while test -n "$f" && ! test -e "$f/.clinerules/hooks/PreToolUse.sh"; do f=${f%/*}; done',
  failure: 'cancel',
  posture: {
    enforces: 'a denial ends the task, and the model does not get the reason',
    ask: 'denied, which ends the task',
    failure: 'the task ends',
  },
}
