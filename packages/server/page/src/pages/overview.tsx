import { count, Head, Panel, place, changed, plural } from '@holdpoint/dashboard/page'
import type { TeamOverview } from '../../../src/api.ts'
import { now, useAsked } from '../data.ts'
import { Bars, Named, Waiting } from '../parts.tsx'

const PERIODS = [
  ['1', '24 h'],
  ['7', '7 days'],
  ['30', '30 days'],
] as const
const HOUR_MS = 3_600_000

/** The chosen period begins at a whole hour, so that the address does not change all the time. */
export function since(): string {
  const days = Number(place.value.query.get('days') ?? '7')
  return String((Math.floor(now.value / HOUR_MS) - (Number.isFinite(days) ? days : 7) * 24) * HOUR_MS)
}

export const Period = () => (
  <>
    {PERIODS.map(([days, word]) => (
      <a
        key={days}
        class="button"
        href={changed({ days })}
        aria-current={(place.value.query.get('days') ?? '7') === days ? 'true' : undefined}
      >
        {word}
      </a>
    ))}
  </>
)

export function Overview() {
  const asked = useAsked<TeamOverview>(`/api/overview?since=${since()}`)
  return (
    <>
      <Head title="Overview">
        <Period />
      </Head>
      <Waiting for={asked}>{(found) => <Body of={found} />}</Waiting>
    </>
  )
}

const Body = ({ of }: { readonly of: TeamOverview }) => (
  <div class="stack">
    {of.openAlarms > 0 && (
      <p class="notice warn">
        <a href="/alarms">{plural(of.openAlarms, 'open alarm')}</a>
      </p>
    )}
    {of.machines === 0 && (
      <p class="notice">
        No machine belongs to the team yet. <a href="/machines">Add one</a>
      </p>
    )}
    <ul class="tiles" aria-label="Figures of the period">
      <Tile figure={of.decisions} word="decisions" />
      <Tile figure={(of.counts['deny'] ?? 0) + (of.counts['block'] ?? 0)} word="prevented" />
      <Tile figure={of.counts['ask'] ?? 0} word="asked" />
      <Tile figure={of.sessions} word="sessions" />
      <Tile figure={of.machines} word="machines" />
    </ul>
    <Panel title="Decisions other than pass">
      <div class="inside">
        <Bars of={of.series} />
      </div>
    </Panel>
    <div class="packed">
      <Panel title="Most often, by hook">
        <Named of={of.hooks} head="Hook" />
      </Panel>
      <Panel title="By project">
        <Named of={of.projects} head="Project" />
      </Panel>
      <Panel title="By tool">
        <Named of={of.tools} head="Tool" />
      </Panel>
    </div>
  </div>
)

const Tile = ({ figure, word }: { readonly figure: number; readonly word: string }) => (
  <li>
    <b>{count(figure)}</b>
    <span>{word}</span>
  </li>
)
