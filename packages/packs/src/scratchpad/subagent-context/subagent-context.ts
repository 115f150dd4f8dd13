import * as v from 'valibot'
import { defineHook, dayOf } from '@holdpoint/engine'
import { COORDINATOR, EGO, entryPath, headings, latestEntry, timezone } from '../protocol.ts'

export default defineHook({
  meta: {
    id: 'scratchpad/subagent-context',
    summary: 'Give every sub-agent the path and the required sections of its scratchpad entry.',
    on: ['agent.start'],
    role: 'context',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    aliases: ['subagent-context.py', '.claude/hooks/subagent-context.py'],
    options: v.strictObject({
      timezone,
      headings,
      tail_lines: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Lines of the last ego and coordinator entries.')),
        3,
      ),
    }),
    stricter: { timezone: 'free', headings: 'more', tail_lines: 'free' },
    messages: {},
  },
  run({ event, options, services, inject }) {
    const now = services.now()
    const path = entryPath(event.agent?.type ?? '', now, options.timezone)
    const tails = [EGO, COORDINATOR].map((who) => {
      const entry = latestEntry(event.root, who, options.tail_lines, services.files)
      return entry === undefined ? '' : `Last lines of ${entry.path}:\n${entry.lines.join('\n')}`
    })
    const reminder = [
      `Today is ${dayOf(now, options.timezone)}.`,
      `Your scratchpad: ${path}`,
      'Write it before you finish, with all of these headings:',
      ...options.headings.map((heading) => `## ${heading}`),
      'Holdpoint checks it when you stop, and blocks the stop until the entry is complete.',
    ].join('\n')
    return inject([reminder, ...tails].filter((part) => part !== '').join('\n\n'))
  },
})
