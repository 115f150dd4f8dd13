import type { Proof as ProofState, State as Found } from '../../../api.ts'
import { useAnswer } from '../data/answer.ts'
import { now } from '../data/live.ts'
import { ago, bytes, count, momentOf, plural } from '../data/words.ts'
import { Breakers } from '../parts/breakers.tsx'
import { Remedies } from '../parts/command.tsx'
import { DaemonPanel } from '../parts/daemon.tsx'
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
      <Head title="State" note="What Holdpoint keeps between events. The page is read-only." />
      <Waiting for={found}>{(state) => <StateBody of={state} />}</Waiting>
    </>
  )
}

export function StateBody({ of: state }: { readonly of: Found }) {
  const struck = state.strikes.filter(({ count: number }) => number > 0)
  return (
    <div class="stack">
      {state.problems.map(({ part, what }) => (
        <p key={part} class="notice warn">
          <Text of={`${part}: ${what}`} />
        </p>
      ))}
      <div class="packed">
        <DaemonPanel daemon={state.daemon} answers={state.answers} remedies={state.daemonRemedies} />
        <Panel
          title="Breakers"
          note={
            state.breakerThreshold === undefined
              ? undefined
              : `Open after ${plural(state.breakerThreshold, 'failure')}.`
          }
        >
          {state.breakers.length === 0 ? (
            <p class="inside muted">Every breaker is closed: no hook failed recently.</p>
          ) : (
            <Breakers of={state.breakers} />
          )}
        </Panel>
        <Proof of={state.proof} tests={state.tests} />
        <Panel title="Warning counters" note="Gates that warn first and refuse later.">
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
          title="Blocked stops"
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
          <Panel title="Notices not shown yet">
            <div class="inside">
              <Facts of={state.notices.map(({ session, text }) => [session, <Text of={text} />])} />
            </div>
          </Panel>
        )}
        <Audit of={state.audit} />
      </div>
    </div>
  )
}

const WORDS: Readonly<Record<string, readonly [className: string, word: string]>> = {
  verified: ['good', 'You confirmed that the work runs.'],
  pending: ['warn', 'The code changed since you last confirmed it.'],
  missing: ['pass', 'You have not confirmed anything yet.'],
  unreadable: ['bad', 'The file cannot be read and is ignored.'],
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
    <Panel title="Proof" note="Your confirmation that you saw the work run.">
      <div class="inside stack">
        <Facts of={facts} />
        <Remedies of={remedies} />
      </div>
    </Panel>
  )
}

function Audit({ of: audit }: { readonly of: Found['audit'] }) {
  const odd = [
    audit.newer > 0 && `${audit.newer} in a newer format`,
    audit.unreadable > 0 && plural(audit.unreadable, 'unreadable line'),
  ].filter((text) => text !== false)
  return (
    <Panel title="Audit">
      <div class="inside stack">
        <Facts
          of={[
            ['decisions', [count(audit.decisions), ...odd].join(', ')],
            ['size', `database ${bytes(audit.databaseBytes)}, spool ${bytes(audit.spoolBytes)}`],
            ...audit.notes.map((note): Fact => ['note', <Text of={note} />]),
          ]}
        />
        <Remedies of={audit.remedies} />
      </div>
    </Panel>
  )
}
