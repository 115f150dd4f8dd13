import type { DecisionRow } from '../../../api.ts'
import { kindOf } from '../data/kinds.ts'
import { address } from '../data/location.ts'
import { clock, dayOf, duration, momentOf, shortSession } from '../data/words.ts'
import { visible } from '../data/visible.ts'
import { StateMark } from './approval-state.tsx'
import { KindMark } from './kind.tsx'
import { Line, Text } from './text.tsx'

export const storyOf = (id: string): string => `/decision/${encodeURIComponent(id)}`

/** Decisions, newest first, day by day. */
export function Rows({ of, fresh }: { readonly of: readonly DecisionRow[]; readonly fresh: ReadonlySet<string> }) {
  return (
    <table class="rows">
      <caption class="unseen">Decisions, newest first</caption>
      <thead>
        <tr>
          <th scope="col" class="when">
            Time
          </th>
          <th scope="col" class="what">
            Decision
          </th>
          <th scope="col" class="who">
            Event, session, agent
          </th>
          <th scope="col">Command or file, and reason</th>
          <th scope="col" class="number took">
            Duration
          </th>
        </tr>
      </thead>
      {daysOf(of).map(([day, rows]) => (
        <tbody key={day}>
          <tr class="day">
            <th colSpan={5} scope="rowgroup">
              {day || 'No date'}
            </th>
          </tr>
          {rows.map((row) => (
            <Row key={row.id} of={row} isFresh={fresh.has(row.id)} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Row({ of: row, isFresh }: { readonly of: DecisionRow; readonly isFresh: boolean }) {
  const { session, agent } = row
  return (
    <tr class={`${kindOf(row.decision)} ${isFresh ? 'new' : ''}`}>
      <th scope="row" class="when">
        <a href={storyOf(row.id)} data-row aria-label={visible(`${row.decision} at ${clock(row.at)}, ${row.shortId}`)}>
          <time dateTime={row.at} title={momentOf(row.at)}>
            {clock(row.at) || row.shortId}
          </time>
        </a>
      </th>
      <td class="what">
        <KindMark of={row.decision} />
      </td>
      <td class="who">
        <Line of={row.what} />
        <span class="line muted">
          {session !== undefined && (
            <a href={address('/timeline', { session })} title={visible(session)}>
              <Text of={shortSession(session)} />
            </a>
          )}
          {agent !== undefined && (
            <>
              {' › '}
              <a href={address('/timeline', { session, agent })}>
                <Text of={agent} />
              </a>
            </>
          )}
        </span>
      </td>
      <td class="about">
        <code>
          <Line of={row.subject ?? ''} />
        </code>
        {row.why !== row.subject && <Line of={row.why} class="why" />}
        {row.trouble && <span class="kind warn">error</span>}
        {row.approval !== undefined && row.approval !== 'requested' && <StateMark of={row.approval} />}
      </td>
      <td class="number took muted">{duration(row.ms)}</td>
    </tr>
  )
}

function daysOf(rows: readonly DecisionRow[]): readonly (readonly [day: string, rows: readonly DecisionRow[]])[] {
  const days = new Map<string, DecisionRow[]>()
  for (const row of rows) {
    const day = dayOf(row.at)
    const known = days.get(day)
    if (known === undefined) days.set(day, [row])
    else known.push(row)
  }
  return [...days]
}
