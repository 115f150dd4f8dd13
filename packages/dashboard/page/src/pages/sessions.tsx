import type { Doings, SessionNode } from '../../../api.ts'
import { useAnswer } from '../data/answer.ts'
import { now } from '../data/live.ts'
import { address, place } from '../data/location.ts'
import { ago, count, momentOf, plural, shortMoment } from '../data/words.ts'
import { Shape } from '../parts/icons.tsx'
import { KindMark } from '../parts/kind.tsx'
import { Head } from '../parts/panel.tsx'
import { Text } from '../parts/text.tsx'
import { NothingYet, Waiting } from '../parts/waiting.tsx'

export function Sessions() {
  const session = place.value.query.get('session') ?? undefined
  const found = useAnswer('sessions', { limit: '100', ...(session !== undefined && { session }) })
  return (
    <>
      <Head title="Sessions" note="Each session, and the agents that worked in it; the latest first." />
      <section class="panel" aria-label="Sessions and agents">
        <Waiting for={found}>
          {({ sessions, total }) =>
            sessions.length === 0 ? (
              <NothingYet />
            ) : (
              <ul class="tree inside">
                {sessions.map((one) => (
                  <Session key={one.session} of={one} />
                ))}
                {total > sessions.length && (
                  <li class="muted">{plural(total - sessions.length, 'older session')} not shown.</li>
                )}
              </ul>
            )
          }
        </Waiting>
      </section>
    </>
  )
}

function Session({ of }: { readonly of: SessionNode }) {
  const { session, agents, blockedStops } = of
  return (
    <li>
      <div class="node">
        <a href={address('/timeline', { session })} data-row>
          <strong>
            <Text of={session} />
          </strong>
        </a>
        <Did of={of} />
        {blockedStops > 0 && <span class="kind block">{plural(blockedStops, 'stop')} held back</span>}
      </div>
      <ul>
        {agents.map((agent) => (
          <li key={agent.agent ?? ''} class="node">
            {agent.agent === undefined ? (
              <span>the main one</span>
            ) : (
              <a href={address('/timeline', { session, agent: agent.agent })} data-row>
                <Text of={agent.agent} />
              </a>
            )}
            <Did of={agent} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function Did({ of: { decisions, refused, asked, firstAt, lastAt } }: { readonly of: Doings }) {
  return (
    <>
      <span class="muted">{plural(decisions, 'decision')}</span>
      {refused > 0 && (
        <span class="kind deny">
          <Shape kind="deny" />
          refused {count(refused)}
        </span>
      )}
      {asked > 0 && <KindMark of="ask" times={asked} />}
      <span class="muted" title={`${momentOf(firstAt)} to ${momentOf(lastAt)}`}>
        from {shortMoment(firstAt, now.value)}, last {ago(lastAt, now.value)}
      </span>
    </>
  )
}
