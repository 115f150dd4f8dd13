import type { DecisionPage, Overview as Figures } from '../../../api.ts'
import { apiAddress, useAnswer, useUrl } from '../data/answer.ts'
import { address } from '../data/location.ts'
import { count, duration } from '../data/words.ts'
import { Alive } from '../parts/alive.tsx'
import { FalseAlarms } from '../parts/false-alarms.tsx'
import { Head, Panel } from '../parts/panel.tsx'
import { Period, sinceNow } from '../parts/period.tsx'
import { DecisionPlots } from '../parts/plots.tsx'
import { storyOf } from '../parts/rows.tsx'
import { Sums } from '../parts/sums.tsx'
import { Text } from '../parts/text.tsx'
import { Tools } from '../parts/tools.tsx'
import { NothingYet, Waiting } from '../parts/waiting.tsx'

const NEWEST = '200'

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
              <Body of={found} newest={newest.value?.rows ?? []} />
            )}
          </div>
        )}
      </Waiting>
    </>
  )
}

function Body({ of: found, newest }: { readonly of: Figures; readonly newest: DecisionPage['rows'] }) {
  const since = sinceNow()
  return (
    <>
      <Tiles of={found} />
      <DecisionPlots of={found.series} newest={newest} />
      <div class="packed">
        <Panel title="Most often, by hook" more={<a href={address('/hooks', { since })}>All hooks</a>}>
          <Sums
            of={found.hooks}
            head="Hook"
            linkOf={({ name }) => address('/timeline', { hook: name, notPass: '1' })}
          />
        </Panel>
        <Panel title="Top reasons" note={found.readAll ? undefined : `of the newest ${count(found.read)}`}>
          <Sums of={found.reasons} head="Reason" linkOf={({ lastId }) => storyOf(lastId)} isExample />
        </Panel>
        <Panel title="Perhaps false alarms" note="Refused, and then it happened after all.">
          <FalseAlarms of={found.falseAlarms} />
        </Panel>
        <Panel title="By agent">
          <Sums
            of={found.agents}
            head="Agent"
            linkOf={({ name }) => address('/timeline', name === 'the main one' ? { notPass: '1' } : { agent: name })}
          />
        </Panel>
        <Panel title="Errors" note="What went wrong, and hooks that were left out because they kept failing.">
          <Sums
            of={[...found.errors, ...found.breakers.map((one) => ({ ...one, name: `left out: ${one.name}` }))]}
            head="What"
            linkOf={({ lastId }) => storyOf(lastId)}
          />
        </Panel>
        <Panel title="By tool">
          <Tools of={found.tools} />
        </Panel>
      </div>
    </>
  )
}

function Tiles({ of: { decisions, prevented, asked, sessions, latency, counts } }: { readonly of: Figures }) {
  const half = latency.p50Ms === undefined ? '–' : `≤ ${duration(latency.p50Ms)}`
  const most = latency.p95Ms === undefined ? '–' : `≤ ${duration(latency.p95Ms)}`
  return (
    <ul class="tiles" aria-label="Figures of the period">
      <Tile figure={count(decisions)} word={decisions === 1 ? 'decision' : 'decisions'} />
      <Tile figure={count(prevented)} word={`prevented (${counts['deny'] ?? 0} deny, ${counts['block'] ?? 0} block)`} />
      <Tile figure={count(asked)} word="asked you" />
      <Tile figure={count(sessions)} word={sessions === 1 ? 'session' : 'sessions'} />
      <Tile figure={half} word={`half of them; 95 of 100 ${most}`} />
    </ul>
  )
}

const Tile = ({ figure, word }: { readonly figure: string; readonly word: string }) => (
  <li>
    <b>{figure}</b>
    <span>{word}</span>
  </li>
)
