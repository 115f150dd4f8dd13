import * as v from 'valibot'
import { isKnown, type GitEffect, type WrittenCommand, absolutePath } from '@holdpoint/shell'
import { defineHook, type Services } from '@holdpoint/engine'
import { lossOf, type Loss } from '../git-rules/losses.ts'
import { pushOf } from '../git-rules/push.ts'
import { repositoryOnDisk } from '../git-rules/repositories.ts'
import { hasBranch, inConflict, repositoryConfig } from '../git-rules/settings.ts'
import { newlyWritten, WOULD_RUN, type Judged } from '../written.ts'
import { MESSAGES } from './messages.ts'

type LossKind = Loss | 'remote-delete'

/** Denied: no stash, reflog or fetch restores these, or everything is lost at once. Other losses ask the user. */
const DENIED: readonly LossKind[] = [
  'reset-hard',
  'clean',
  'branch-delete',
  'discard-all',
  'stash-clear',
  'reflog',
  'prune',
]

export default defineHook({
  meta: {
    id: 'guard/no-destructive-git',
    summary: 'Keep git from destroying work that cannot be restored.',
    on: ['tool.before'],
    tools: ['shell', 'write', 'edit', 'mcp', 'other'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'recommended',
    order: 40,
    aliases: ['guard.sh#4', 'harness/no-destructive-git'],
    options: v.strictObject({
      allow: v.optional(
        v.pipe(
          v.array(v.picklist(Object.keys(MESSAGES) as LossKind[])),
          v.description('Checks to switch off, such as `branch-delete`.'),
        ),
        [],
      ),
    }),
    stricter: { allow: 'less' },
    messages: { ...MESSAGES, 'would-run': WOULD_RUN },
  },
  async run({ event, options, services, deny, ask, pass }) {
    const effects = await services.effects(event)
    const { git } = effects
    const found = git
      .map((effect) => ({ effect, id: findingOf(effect, services) }))
      .filter(({ id }) => id !== undefined && !options.allow.includes(id))
    const refused = found.find(({ id, effect }) => isDenied(id) && !effect.run.maybe)
    if (refused?.id !== undefined) return deny(refused.id)
    const [asked] = found
    if (asked?.id !== undefined) return ask(asked.id)
    const written = newlyWritten(effects, event.root, (command) => lostByFile(command, options.allow, services))
    return written === undefined ? pass : ask('would-run', { ...written.data, reason: LOSES })
  },
})

const LOSES = 'It runs automatically and discards work that is not committed or not pushed.'

/** A task that is called `clean` may clean; what runs automatically, such as a git hook, may not. */
const lostByFile = (
  { effects, where, isAutomatic }: WrittenCommand,
  allow: readonly LossKind[],
  services: Services,
): readonly Judged[] =>
  where !== 'here' || !isAutomatic
    ? []
    : effects.git.flatMap((effect) => {
        const id = findingOf(effect, services)
        return id === undefined || !isDenied(id) || allow.includes(id) ? [] : [{ id, data: {} }]
      })

const isDenied = (id: LossKind | undefined): boolean => id !== undefined && DENIED.includes(id)

function findingOf(effect: GitEffect, services: Services): LossKind | undefined {
  const { directory, config } = effect
  const repository = isKnown(directory) ? repositoryOnDisk(directory, services) : undefined
  const push = pushOf(effect, repository, new Map())
  if (push !== undefined) {
    return push.prunes || push.targets.some(({ deleted }) => deleted) ? 'remote-delete' : undefined
  }
  return lossOf(effect, {
    config: (key) => config[key] ?? repositoryConfig(repository, services).get(key)?.at(-1),
    hasBranch: (name) => hasBranch(name, repository, services),
    inConflict: () => inConflict(repository, services),
    exists: (path) => services.files.stat(absolutePath(path, directory)) !== undefined,
  })
}
