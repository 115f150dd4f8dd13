import * as v from 'valibot'
import type { WrittenCommand } from '@holdpoint/shell'
import { defineHook } from '@holdpoint/engine'
import { edited, type Edit } from '../git-rules/edits.ts'
import { leaseCommand, leaseEdits } from '../git-rules/lease.ts'
import { protectedBranches } from '../git-rules/options.ts'
import { isProtected, pushOf, type Push, type PushTarget } from '../git-rules/push.ts'
import { gitSteps, type GitStep } from '../git-rules/repositories.ts'
import { repositoryConfig } from '../git-rules/settings.ts'
import { newlyWritten, WOULD_RUN, type Judged } from '../written.ts'

interface ForcedPush extends GitStep {
  readonly push: Push
}

export default defineHook({
  meta: {
    id: 'guard/no-force-push',
    summary: 'Block force pushes to shared branches, and change every other `--force` to `--force-with-lease`.',
    on: ['tool.before'],
    tools: ['shell', 'write', 'edit', 'mcp', 'other'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'recommended',
    order: 30,
    aliases: ['guard.sh#3', 'harness/no-force-push'],
    options: v.strictObject({ protect: protectedBranches }),
    stricter: { protect: 'more' },
    messages: {
      shared: {
        what: 'this force push overwrites `{branch}`.',
        why: 'Others build on its history.',
        fix: 'Push to another branch: `git push origin HEAD:refs/heads/<topic>`. To undo a commit, use `git revert <commit>` and push normally.',
      },
      deleted: {
        what: 'this deletes `{branch}` on the remote.',
        why: 'Others build on that branch.',
        fix: 'Keep it, or ask the user to delete it.',
      },
      everything: {
        what: 'this force push overwrites all branches, including `{branch}`.',
        why: 'Others build on their history.',
        fix: 'Push one branch by name: `git push --force-with-lease origin <topic>`.',
      },
      unclear: {
        what: 'the branch that this force push overwrites is unknown until it runs.',
        why: 'Others may build on it.',
        fix: 'Name the branch: `git push --force-with-lease origin <topic>`.',
      },
      lease: {
        what: '`--force` was changed to `--force-with-lease`.',
        why: 'A plain `--force` overwrites commits that others have pushed since.',
        fix: '',
      },
      nested: {
        what: 'this is a plain force push.',
        why: 'It overwrites commits that others have pushed since.',
        fix: 'Run this instead: `{command}`.',
      },
      'would-run': WOULD_RUN,
    },
  },
  async run({ event, options: { protect }, services, deny, ask, rewrite, pass }) {
    const effects = await services.effects(event)
    const { git } = effects
    if (!git.some(({ command }) => command === 'push' || command === 'send-pack')) {
      const written = newlyWritten(effects, event.root, (command) => pushedFromFile(command, protect))
      return written === undefined ? pass : ask('would-run', { ...written.data, reason: OVERWRITES })
    }
    const pushes = gitSteps(git, event.cwd, services).flatMap((step): readonly ForcedPush[] => {
      const push = pushOf(step.effect, step.repository, repositoryConfig(step.repository, services))
      return push === undefined ? [] : [{ ...step, push }]
    })

    for (const { push, effect } of pushes) {
      const hit = push.targets.find((target) => endangers(target, protect))
      const branch = hit?.branch
      if (hit === undefined || branch === undefined) continue
      const id = branch.includes('*') ? 'everything' : hit.deleted ? 'deleted' : 'shared'
      const data = { branch: branch.includes('*') ? protect.join(', ') : branch }
      return effect.run.maybe ? ask(id, data) : deny(id, data)
    }
    const unsure = ({ push }: ForcedPush): boolean =>
      push.given.unclear || push.targets.some(({ forced, branch }) => forced && branch === undefined)
    if (pushes.some(unsure)) return ask('unclear')

    const forced = pushes.filter(({ push }) => push.force || push.targets.some((target) => target.forced))
    const command = event.tool.command ?? ''
    const edits: Edit[] = []
    for (const { effect, push } of forced) {
      const own = leaseEdits(effect, push, command)
      if (own === undefined) return deny('nested', { command: leaseCommand(effect, push) })
      edits.push(...own)
    }
    return edits.length === 0 ? pass : rewrite({ command: edited(command, edits) }, 'lease')
  },
})

const OVERWRITES = 'It overwrites or deletes a branch that others build on.'

/** Which branch is checked out when the file runs is not known: only one that is named counts. */
const pushedFromFile = ({ effects }: WrittenCommand, protect: readonly string[]): readonly Judged[] =>
  effects.git.flatMap((effect) => {
    const targets = pushOf(effect, undefined, new Map())?.targets ?? []
    return targets
      .filter((target) => endangers(target, protect))
      .map(({ branch = '' }) => ({ id: 'shared', data: { branch } }))
  })

const endangers = ({ branch, forced, deleted }: PushTarget, protect: readonly string[]): boolean =>
  branch !== undefined && (forced || deleted) && isProtected(branch, protect)
