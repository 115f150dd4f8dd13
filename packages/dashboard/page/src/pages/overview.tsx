import type { DecisionPage, Overview as Figures } from '../../../api.ts'
import { apiAddress, useAnswer, useUrl } from '../data/answer.ts'
import { address } from '../data/location.ts'
import { atMost, count } from '../data/words.ts'
import { Alive } from '../parts/alive.tsx'
import { FalsePositives } from '../parts/false-positives.tsx'
import { Head, Panel } from '../parts/panel.tsx'
import { Period, sinceNow } from '../parts/period.tsx'
import { DecisionPlots } from '../parts/plots.tsx'
import { storyOf } from '../parts/rows.tsx'
import { Sums } from '../parts/sums.tsx'
import { Text } from '../parts/text.tsx'
import { Tools } from '../parts/tools.tsx'
import { NothingYet, Waiting } from '../parts/waiting.tsx'

const NEWEST = '200'
/** As the report names it. */
const MAIN_AGENT = 'main agent'

export function Overview() {
  const since = sinceNow()
  const figures = useAnswer('overview', { since })
  const newest = useUrl<DecisionPage>(apiAddress('decisions', { since, limit: NEWEST }))
  return (
    <>
      <Head title="Overview">
        <Period />
      </Head>
      <Waiting for={figures}>
        {(found) => (
          <div class="stack">
            <Alive of={found.alive} />
            {found.notes.map((note) => (
              <p key={note} class="notice warn">
                <Text of={note} />
              </p>
            ))}
            {found.alive.lastAt === undefined ? (
              <section class="panel">
                <NothingYet />
              </section>
            ) : (
              <OverviewBody of={found} newest={newest.value?.rows ?? []} />
            )}
          </div>
        )}
      </Waiting>
    </>
  )
}

export function OverviewBody({ of: found, newest }: { readonly of: Figures; readonly newest: DecisionPage['rows'] }) {
  const since = sinceNow()
  return (
    <>
      <Tiles of={found} />
      <DecisionPlots of={found.series} newest={newest} />
      <div class="packed">
        <Panel title="Interventions by hook" more={<a href={address('/hooks', { since })}>All hooks</a>}>
          <Sums
            of={found.hooks}
            head="Hook"
            linkOf={({ name }) => address('/timeline', { hook: name, notPass: '1' })}
          />
        </Panel>
        <Panel
          title="Top reasons"
          note={found.readAll ? undefined : `Of the newest ${count(found.read)} interventions.`}
        >
          <Sums of={found.reasons} head="Reason" linkOf={({ lastId }) => storyOf(lastId)} isExample />
        </Panel>
        <Panel title="Possible false positives" note="Refused or asked, and the same or a similar call passed later.">
          <FalsePositives of={found.falsePositives} />
        </Panel>
        <Panel title="Interventions by agent">
          <Sums
            of={found.agents}
            head="Agent"
            linkOf={({ name }) => address('/timeline', name === MAIN_AGENT ? { notPass: '1' } : { agent: name })}
          />
        </Panel>
        <Panel title="Errors" note="Failures, and hooks that were skipped after repeated failures.">
          <Sums
            of={[...found.errors, ...found.breakers.map((one) => ({ ...one, name: `skipped: ${one.name}` }))]}
            head="Error"
            linkOf={({ lastId }) => storyOf(lastId)}
          />
        </Panel>
        <Panel title="Decisions by tool">
          <Tools of={found.tools} />
        </Panel>
      </div>
    </>
  )
}

function Tiles({ of: { decisions, prevented, asked, sessions, latency, counts } }: { readonly of: Figures }) {
  return (
    <ul class="tiles" aria-label="Figures of the period">
      <Tile figure={count(decisions)} word={decisions === 1 ? 'decision' : 'decisions'} />
      <Tile figure={count(prevented)} word={`prevented (${counts['deny'] ?? 0} deny, ${counts['block'] ?? 0} block)`} />
      <Tile figure={count(asked)} word={asked === 1 ? 'question to you' : 'questions to you'} />
      <Tile figure={count(sessions)} word={sessions === 1 ? 'session' : 'sessions'} />
      <Tile
        figure={decisions === 0 ? '–' : atMost(latency.p50Ms)}
        word={`p50, p95 ${decisions === 0 ? '–' : atMost(latency.p95Ms)}`}
      />
    </ul>
  )
}

const Tile = ({ figure, word }: { readonly figure: string; readonly word: string }) => (
  <li>
    <b>{figure}</b>
    <span>{word}</span>
  </li>
)
