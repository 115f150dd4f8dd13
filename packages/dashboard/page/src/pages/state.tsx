import type { Proof as ProofState, State as Found } from '../../../api.ts'
import { useAnswer } from '../data/answer.ts'
import { now } from '../data/live.ts'
import { ago, bytes, count, momentOf, plural } from '../data/words.ts'
import { Breakers } from '../parts/breakers.tsx'
import { Remedies } from '../parts/command.tsx'
import { Facts, Head, Panel, type Fact } from '../parts/panel.tsx'
import { Plan } from '../parts/plan.tsx'
import { Planning } from '../parts/planning.tsx'
import { Team } from '../parts/team.tsx'
import { Text } from '../parts/text.tsx'
import { Waiting } from '../parts/waiting.tsx'

export function State() {
  const found = useAnswer('state')
  return (
    <>
      <Head title="State" note="What Holdpoint remembers now. Nothing here can be changed by the page." />
      <Waiting for={found}>{(state) => <Body of={state} />}</Waiting>
    </>
  )
}

function Body({ of: state }: { readonly of: Found }) {
  const struck = state.strikes.filter(({ count: number }) => number > 0)
  return (
    <div class="stack">
      {state.problems.map(({ part, what }) => (
        <p key={part} class="notice warn">
          <Text of={`${part}: ${what}`} />
        </p>
      ))}
      <div class="packed">
        <Panel
          title="Breakers"
          note={
            state.breakerThreshold === undefined
              ? undefined
              : `Open after ${plural(state.breakerThreshold, 'failure')}.`
          }
        >
          {state.breakers.length === 0 ? (
            <p class="inside muted">No hook has failed lately; every breaker is closed.</p>
          ) : (
            <Breakers of={state.breakers} />
          )}
        </Panel>
        <Proof of={state.proof} tests={state.tests} />
        <Panel title="Strikes" note="Gates that warn first and refuse then.">
          <div class="inside stack">
            {struck.length === 0 ? (
              <p class="muted">None.</p>
            ) : (
              <Facts
                of={struck.map(({ gate, count: number, at }) => [
                  gate,
                  `${number}${at === undefined ? '' : `, last ${ago(at, now.value)}`}`,
                ])}
              />
            )}
            {struck.length > 0 && <Remedies of={state.strikeRemedies} />}
          </div>
        </Panel>
        <Panel
          title="Stops held back"
          note={state.stops.cap === undefined ? undefined : `At most ${state.stops.cap} in a row.`}
        >
          <div class="inside">
            {state.stops.sessions.length === 0 ? (
              <p class="muted">None.</p>
            ) : (
              <Facts of={state.stops.sessions.map(({ session, blocked }) => [session, String(blocked)])} />
            )}
          </div>
        </Panel>
        {state.plan !== undefined && <Plan of={state.plan} />}
        {state.planning !== undefined && <Planning of={state.planning} />}
        {state.orchestrator !== undefined && <Team of={state.orchestrator} />}
        {state.notices.length > 0 && (
          <Panel title="Notices that wait to be shown">
            <div class="inside">
              <Facts of={state.notices.map(({ session, text }) => [session, <Text of={text} />])} />
            </div>
          </Panel>
        )}
        <Ways of={state.ways} />
        <Audit of={state.audit} />
      </div>
    </div>
  )
}

const WORDS: Readonly<Record<string, readonly [className: string, word: string]>> = {
  verified: ['good', 'You have seen it run'],
  pending: ['warn', 'Something changed since you last saw it run'],
  missing: ['pass', 'Nothing has been said yet'],
  unreadable: ['bad', 'The file cannot be read, so it counts for nothing'],
}

function Proof({ of: { status, at, remedies }, tests }: { readonly of: ProofState; readonly tests: Found['tests'] }) {
  const [className, word] = WORDS[status] ?? ['pass', '']
  const facts: readonly Fact[] = [
    [
      'proof',
      <>
        <span class={`kind ${className}`}>
          <Text of={status} />
        </span>{' '}
        {word}
      </>,
    ],
    ...(at === undefined ? [] : [['since', `${momentOf(at)} (${ago(at, now.value)})`] as const]),
    ...(tests === undefined
      ? []
      : [
          [
            'tests',
            <>
              <span class={`kind ${tests.failures === 0 && tests.result === 'pass' ? 'good' : 'bad'}`}>
                <Text of={tests.result} />
              </span>{' '}
              {plural(tests.failures, 'failure')}, {ago(tests.at, now.value)}
            </>,
          ] as const,
        ]),
  ]
  return (
    <Panel title="Proof" note="That you saw the work run, not only the agent.">
      <div class="inside stack">
        <Facts of={facts} />
        <Remedies of={remedies} />
      </div>
    </Panel>
  )
}

/** With this many decisions, it is no coincidence that the daemon answered none. */
const ENOUGH = 10

function Ways({ of: { daemon, cold } }: { readonly of: Found['ways'] }) {
  return (
    <Panel title="Answers" note="Of the last day with events. The daemon is faster; the verdicts are the same.">
      <div class="inside stack">
        <Facts
          of={[
            ['by the daemon', plural(daemon, 'event')],
            ['by a process of their own', plural(cold, 'event')],
          ]}
        />
        {daemon === 0 && cold >= ENOUGH && (
          <p class="notice warn">The daemon answers no event, so each one starts Node. Run `holdpoint doctor`.</p>
        )}
      </div>
    </Panel>
  )
}

function Audit({ of: audit }: { readonly of: Found['audit'] }) {
  const odd = [
    audit.newer > 0 && `${audit.newer} of a newer format`,
    audit.unreadable > 0 && `${plural(audit.unreadable, 'line')} that cannot be read`,
  ].filter((text) => text !== false)
  return (
    <Panel title="Audit">
      <div class="inside stack">
        <Facts
          of={[
            ['decisions', [count(audit.decisions), ...odd].join(', ')],
            ['size', `${bytes(audit.databaseBytes)} of database, ${bytes(audit.spoolBytes)} of spool`],
            ...audit.notes.map((note): Fact => ['note', <Text of={note} />]),
          ]}
        />
        <Remedies of={audit.remedies} />
      </div>
    </Panel>
  )
}
