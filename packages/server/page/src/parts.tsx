import type { ComponentChildren } from 'preact'
import { ago, count, KINDS, KindMark, Line, Text } from '@holdpoint/dashboard/page'
import type { Alarm, NamedCount, TeamDecision, TeamTick } from '../../src/api.ts'
import { ALARM_WORDS } from '../../src/api.ts'
import { change, iso, me, now, type Asked } from './data.ts'

/** Shows an answer, or why there is none. */
export function Waiting<T>({
  for: asked,
  children,
}: {
  readonly for: Asked<T>
  children(value: T): ComponentChildren
}) {
  if (asked.problem !== undefined)
    return (
      <p class="notice warn" role="alert">
        <Text of={asked.problem} />
      </p>
    )
  return asked.value === undefined ? <p class="muted">Loading …</p> : <>{children(asked.value)}</>
}

export const When = ({ at }: { readonly at: number | undefined }) => (
  <time dateTime={iso(at)} title={iso(at)}>
    {at === undefined ? 'never' : ago(iso(at), now.value)}
  </time>
)

export const MachineLink = ({ id, name }: { readonly id: string; readonly name: string }) => (
  <a href={`/machines/${id}`}>
    <Text of={name} />
  </a>
)

/** Decisions per hour or day, stacked, the most severe at the bottom. `pass` is left out: it would hide the others. */
export function Bars({ of }: { readonly of: readonly TeamTick[] }) {
  const kinds = KINDS.filter((kind) => kind !== 'pass')
  const total = (tick: TeamTick): number => kinds.reduce((sum, kind) => sum + (tick.counts[kind] ?? 0), 0)
  const most = Math.max(0, ...of.map(total))
  if (most === 0) return <p class="muted">None in this period.</p>
  const shown = kinds.filter((kind) => of.some(({ counts }) => (counts[kind] ?? 0) > 0))
  const day = (at: number | undefined): string => iso(at)?.slice(0, 10) ?? ''
  return (
    <>
      <svg
        class="bars"
        viewBox={`0 0 ${of.length} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`At most ${most} decisions other than pass at a time`}
      >
        {of.map((tick, index) => {
          let top = 100
          return kinds.map((kind) => {
            const height = ((tick.counts[kind] ?? 0) / most) * 98
            top -= height
            return height === 0 ? null : (
              <rect key={kind} class={kind} x={index + 0.1} y={top} width={0.8} height={height} />
            )
          })
        })}
      </svg>
      <p class="axis muted">
        <span>{day(of[0]?.at)}</span>
        <span>
          {shown.map((kind) => (
            <KindMark key={kind} of={kind} />
          ))}{' '}
          at most {count(most)}{' '}
          {of.length > 31 || (of[1]?.at ?? 0) - (of[0]?.at ?? 0) < 86_400_000 ? 'an hour' : 'a day'}
        </span>
        <span>{day(of.at(-1)?.at)}</span>
      </p>
    </>
  )
}

export function Named({ of, head }: { readonly of: readonly NamedCount[]; readonly head: string }) {
  if (of.length === 0) return <p class="inside muted">None in this period.</p>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" class="number">
            Decisions
          </th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ name, detail, count: number }) => (
          <tr key={`${name} ${detail}`}>
            <th scope="row">
              <Text of={name} /> <Text class="muted" of={detail} />
            </th>
            <td class="number">{count(number)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `isOfOne`: all of one machine, whose name is on the page already. */
export function DecisionTable({
  of,
  isOfOne = false,
}: {
  readonly of: readonly TeamDecision[]
  readonly isOfOne?: boolean
}) {
  if (of.length === 0)
    return (
      <p class="inside muted">None. Machines at level figures send counts only; their refusals are in the overview.</p>
    )
  return (
    <div class="scroll">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Decision</th>
            <th scope="col">{isOfOne ? 'Project' : 'Machine'}</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {of.map((row) => (
            <tr key={`${row.machine} ${row.id}`}>
              <td class="tight muted">
                <When at={row.at} />
              </td>
              <td class="tight">
                <KindMark of={row.decision} />
              </td>
              <td class="tight">
                {!isOfOne && (
                  <>
                    <MachineLink id={row.machine} name={row.machineName} />
                    <br />
                  </>
                )}
                <Text class="muted" of={row.project} />
              </td>
              <td>
                <code>
                  <Text of={row.subject ?? row.tool ?? row.event} />
                </code>
                <br />
                <Text class="muted" of={row.reason ?? row.hooks.join(', ')} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function AlarmTable({
  of,
  again,
  isOfOne = false,
}: {
  readonly of: readonly Alarm[]
  again(): void
  readonly isOfOne?: boolean
}) {
  if (of.length === 0) return <p class="inside muted">No alarms.</p>
  const close = (id: number): void => void change(`/api/alarms/${id}/close`).then(again, again)
  return (
    <div class="scroll">
      <table class="cards">
        <tbody>
          {of.map(({ id, kind, text, machine, machineName, lastAt, times, closedAt, closedBy }) => (
            <tr key={id}>
              <td class="tight">
                <span class={`kind ${closedAt === undefined ? 'bad' : 'pass'}`}>{ALARM_WORDS[kind]}</span>
              </td>
              <td>
                <Text of={text} />
                {times > 1 && <span class="muted"> ({times} times)</span>}
              </td>
              {!isOfOne && (
                <td class="tight">
                  {machine !== undefined && <MachineLink id={machine} name={machineName ?? machine} />}
                </td>
              )}
              <td class="tight muted">
                <When at={lastAt} />
              </td>
              <td class="tight">
                {closedAt !== undefined ? (
                  <Line class="muted" of={`closed: ${closedBy ?? ''}`} />
                ) : me.value?.person.role === 'admin' ? (
                  <button type="button" onClick={() => close(id)}>
                    Close
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
