import { plain, isProbing, ago, type Activity, type Filter } from '@holdpoint/runtime/audit'
import { NOTHING_YET, readAudit, type ProjectPlace } from './audit.ts'
import { columns, print, printJson } from './output.ts'

const MOMENT = 'YYYY-MM-DD HH:MM'.length

/** One line a session, newest last. */
export async function showSessions(
  place: ProjectPlace,
  { since = 0, until, session, notProbe }: Filter,
  limit: number,
  json: boolean,
): Promise<void> {
  const period = { since, ...(until !== undefined && { until }), ...(session !== undefined && { session }) }
  const found = await readAudit(place, ({ store }) => store.activity(period))
  const sessions = (found ?? [])
    .filter((one) => notProbe !== true || !isProbing(one))
    .slice(0, limit)
    .toReversed()
  if (json) return printJson(sessions)
  if (found === undefined) return print(NOTHING_YET)
  if (sessions.length === 0) return print('No session matches.')
  for (const line of sessionTable(sessions, new Date())) print(line)
}

export const sessionTable = (sessions: readonly Activity[], now: Date): readonly string[] =>
  columns([
    ['SESSION', 'FROM', 'DECISIONS', 'REFUSED', 'ASKED', 'AGENTS', 'LAST'],
    ...sessions.map((one) => [
      plain(one.session),
      new Date(one.firstAt).toLocaleString('sv-SE').slice(0, MOMENT),
      String(one.decisions),
      String(one.refused),
      String(one.asked),
      String(one.agents.length),
      ago(one.lastAt, now),
    ]),
  ])
