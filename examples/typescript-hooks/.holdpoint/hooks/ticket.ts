import { defineHook } from 'holdpoint'
import { messagesOf } from './lib/commit-message.ts'

/** Every commit names the ticket it is for. */
export default defineHook({
  meta: {
    summary: 'Refuse a commit whose message names no ticket.',
    on: ['tool.before'],
    tools: ['shell'],
    onError: 'closed',
    options: { projects: ['ABC'] },
    messages: {
      'no-ticket': {
        what: 'This commit names no ticket.',
        why: 'Every change here belongs to one.',
        fix: 'Begin the message with it, such as `{example}-123: …`.',
      },
    },
  },
  async run({ event, options, services, deny, pass }) {
    // What a command does, however it is written: `git -C x commit`, `sh -c "…"`, an alias.
    const { git } = await services.effects(event)
    const ticket = new RegExp(`\\b(?:${options.projects.join('|')})-\\d+\\b`)
    const commits = git.filter(({ command }) => command === 'commit')
    const isNamed = commits.every(({ args }) => messagesOf(args).some((message) => ticket.test(message)))
    return isNamed ? pass : deny('no-ticket', { example: options.projects[0] ?? 'ABC' })
  },
})
