import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { COORDINATOR, EGO, latestEntry, type LatestEntry } from '../protocol.ts'

const lines = (count: number, what: string) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.description(what)), count)

export default defineHook({
  meta: {
    id: 'scratchpad/session-start',
    summary: 'Start every new session with the last coordinator entry, the last ego assessment and the latest commits.',
    on: ['session.start'],
    matcher: 'startup',
    role: 'context',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    aliases: ['session-start.py', '.claude/hooks/session-start.py'],
    options: v.strictObject({
      coordinator_lines: lines(25, 'Lines of the last coordinator entry.'),
      ego_lines: lines(20, 'Lines of the last ego assessment.'),
      commits: lines(5, 'Commits shown from `git log --oneline`.'),
    }),
    stricter: { coordinator_lines: 'free', ego_lines: 'free', commits: 'free' },
    messages: {},
  },
  async run({ event, options, services, inject }) {
    const { files, git } = services
    const commits = options.commits === 0 ? [] : await git.log(event.root, options.commits)
    const parts = [
      section('Last coordinator scratchpad', latestEntry(event.root, COORDINATOR, options.coordinator_lines, files)),
      section('Last ego assessment', latestEntry(event.root, EGO, options.ego_lines, files)),
      commits.length === 0 ? '' : `## Recent commits\n\n${commits.join('\n')}`,
    ]
    return inject(parts.filter((part) => part !== '').join('\n\n'))
  },
})

const section = (title: string, entry: LatestEntry | undefined): string =>
  entry === undefined ? '' : `## ${title} (${entry.path})\n\n${entry.lines.join('\n')}`
