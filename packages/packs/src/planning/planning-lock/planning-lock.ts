import * as v from 'valibot'
import { shown, type FileEffect } from '@holdpoint/shell'
import { defineHook, type Services } from '@holdpoint/engine'
import { isOwner, readLock } from '../lock.ts'
import { changes, makesDirectory, namesOf, touchesDirectory } from '../targets.ts'
import { featureDirectories, LOCK_FILE, PLAN_FILES, SPEC_FILE, STATE_FILE } from '../workspace.ts'
import { logged, refused } from '../words.ts'

export default defineHook({
  meta: {
    id: 'planning/planning-lock',
    summary: 'Let only the session that holds the planning lock write in the feature directory, with any tool.',
    on: ['tool.before'],
    tools: ['write', 'edit', 'shell'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 3_000,
    enabledBy: 'preset',
    order: 2,
    aliases: [
      'H02',
      'planning/H02',
      'H02_lock_enforcement',
      'enforce-planning-lock.sh',
      'hooks/enforce-planning-lock.sh',
    ],
    options: v.strictObject({}),
    messages: {
      unlocked: {
        exact:
          'DENIED: No planning lock acquired. Call Phase 1 setup first to acquire lock before writing to planning ' +
          'workspace.',
      },
      foreign: {
        exact: 'DENIED: Planning lock owned by another session ({owner}). Wait for lock release or delete stale lock.',
      },
      corrupt: {
        what: 'the planning lock {lock} cannot be read: {why}.',
        why: 'The session that owns the plan is unknown, and a write could damage it.',
        fix: 'Ask the user to check it. `holdpoint planning lock acquire --take-over` replaces it.',
      },
      unclear: {
        what: 'this may write to {directory}, and this session does not hold its planning lock.',
        why: 'The command names a file that is unknown until it runs.',
        fix: 'Write the path out, or run `holdpoint planning lock acquire` first.',
      },
    },
  },
  async run({ event, services, deny, ask, pass }) {
    const { files } = services
    const changed = changes((await services.effects(event)).files)
    let seen = changed[0] === undefined ? 'No file is changed' : `File outside FEATURE_DIR: ${shown(changed[0].path)}`
    for (const effect of changed) {
      for (const directory of featureDirectories(event, [effect.path, effect.real], services)) {
        const touch = touchesDirectory(effect, directory, PLAN_FILES, files)
        // The directory must be created before a lock can be in it.
        if (touch === 'no' || (makesDirectory(effect) && namesOf(effect, files).includes(directory))) continue
        const lock = readLock(directory, files)
        seen = `Lock valid for session ${event.session}`
        if (lock.is === 'held' && (lock.session === undefined || isOwner(lock.session, event.session))) continue
        if (touch === 'unclear') return ask('unclear', { directory })
        if (lock.is === 'corrupt') {
          return refused(deny('corrupt', { lock: `${directory}/${LOCK_FILE}`, why: lock.why }))
        }
        if (lock.is === 'held') return refused(deny('foreign', { owner: lock.session ?? '' }))
        if (!isBootstrap(effect, directory, files)) return refused(deny('unlocked'), HOW_TO_LOCK)
      }
    }
    return logged(pass, 'ALLOW', seen)
  },
})

const HOW_TO_LOCK = 'Acquire the planning lock with `holdpoint planning lock acquire`.'

/** While no session holds the lock, the lock itself may be written, and the spec as long as no plan has begun. */
function isBootstrap(effect: FileEffect, directory: string, files: Services['files']): boolean {
  const names = namesOf(effect, files)
  const isOnly = (name: string): boolean =>
    names.every((given) => given === `${directory}/${name}` || given === `${files.real(directory)}/${name}`)
  return isOnly(LOCK_FILE) || (isOnly(SPEC_FILE) && files.stat(`${directory}/${STATE_FILE}`) === undefined)
}
