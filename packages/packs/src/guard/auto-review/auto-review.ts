import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { approve, FORMER_OPTIONS, test } from '../review/options.ts'
import { isReadable } from '../review/subject.ts'

const SAFE = 'all command segments classified as safe'

export default defineHook({
  meta: {
    id: 'guard/auto-review',
    summary: 'Approve read-only shell commands, and tell the model why a risky command is left to the user.',
    on: ['tool.before'],
    tools: ['shell'],
    role: 'gate',
    approves: true,
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 900,
    aliases: ['auto-review.sh', 'harness/auto-review'],
    options: v.strictObject({
      git_ask: v.optional(
        v.pipe(
          v.picklist(['on', 'off']),
          v.description(
            'Whether `git commit`, `git push` and `git merge` always ask the user. Switch it off where no user is present: there a question is a refusal.',
          ),
        ),
        'on',
      ),
      approve,
      test,
    }),
    stricter: { git_ask: ['off', 'on'], approve: ['work', 'reads'] },
    formerOptions: FORMER_OPTIONS,
    messages: {
      safe: {
        exact: SAFE,
      },
      git: {
        what: '{reason}',
        why: 'A commit stays in the history, and a push is visible to others.',
        fix: 'Run `git diff --staged` and `git log` to check it, then approve or refuse it.',
      },
      rewritten: {
        what: 'another hook changed this command to `{command}`.',
        why: '{reason}',
        fix: 'Approve it if the new command does what you want.',
      },
    },
  },
  async run({ event, options, services, pass, allow, ask, inject }) {
    if (!isReadable(event)) return pass
    const { classify } = await import('../review/classify.ts')
    const effects = await services.effects(event)
    const { tool, cwd } = event
    const command = tool.command ?? ''
    const subject = { ...options, command, cwd, root: event.root, home: services.env('HOME'), files: services.files }
    const { outcome, reason, userDecides } = classify(effects, subject)
    if (outcome === 'safe') return allow('safe')
    if (userDecides && options.git_ask === 'on') return ask('git', { reason })
    // Another hook rewrote the command: the user should see it before it runs.
    if (outcome === 'risky' && tool.rewritten === true) return ask('rewritten', { command, reason })
    // The user decides about unknown commands; a notice for each of them would only fill the conversation.
    if (outcome === 'unclassified' && services.isDispatched === true) return pass
    return inject(outcome === 'risky' ? `auto-review risk: ${reason}` : `auto-review: not classified. ${reason}`)
  },
})
