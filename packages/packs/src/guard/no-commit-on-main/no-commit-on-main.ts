import * as v from 'valibot'
import { isKnown } from '@holdpoint/shell'
import { defineHook } from '@holdpoint/engine'
import { isMetaRepository } from '../../shared/source-files.ts'
import { historySteps, isFirstCommit } from '../git-rules/evidence.ts'
import { protectedBranches } from '../git-rules/options.ts'
import { isPlanOnly } from '../git-rules/plan-only.ts'
import { isProtected } from '../git-rules/push.ts'

export default defineHook({
  meta: {
    id: 'guard/no-commit-on-main',
    summary: 'Keep commits off the main branch: work happens on branches and in worktrees.',
    on: ['tool.before'],
    tools: ['shell', 'mcp', 'other'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 20,
    aliases: ['guard.sh#2', 'harness/no-commit-on-main'],
    options: v.strictObject({ protect: protectedBranches }),
    stricter: { protect: 'more' },
    messages: {
      main: {
        what: 'this commits to `{branch}`.',
        why: 'Changes reach it only through a tested branch.',
        fix: 'Create a branch with `git switch -c feature/<name>`, or a worktree: `git worktree add .worktrees/<name> -b feature/<name>`.',
      },
    },
  },
  async run({ event, options: { protect }, services, deny, ask, pass }) {
    const effects = await services.effects(event)
    for (const step of historySteps(effects, event, services)) {
      const { effect, repository } = step
      const { branch } = repository
      if (effect.command !== 'commit' || branch === undefined || !isKnown(branch)) continue
      if (!isProtected(branch, protect) || repository.merging || isMetaRepository(repository, services)) continue
      const isFirst = await isFirstCommit(repository, services)
      const isPlan = isFirst === false ? await isPlanOnly(step, effects.files, services) : isFirst
      if (isPlan === true) continue
      return effect.run.maybe || isPlan === undefined ? ask('main', { branch }) : deny('main', { branch })
    }
    return pass
  },
})
