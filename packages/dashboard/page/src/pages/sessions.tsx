import type { Doings, SessionNode } from '../../../api.ts'
import { useAnswer } from '../data/answer.ts'
import { now } from '../data/live.ts'
import { address, place } from '../data/location.ts'
import { ago, count, momentOf, plural, shortMoment, shortSession } from '../data/words.ts'
import { visible } from '../data/visible.ts'
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
      <Head title="Sessions" note="Newest first, with the agents of each session." />
      <section class="panel" aria-label="Sessions and agents">
        <Waiting for={found}>
          {({ sessions, total }) =>
            sessions.length === 0 ? <NothingYet /> : <SessionList of={sessions} total={total} />
          }
        </Waiting>
      </section>
    </>
  )
}

export const SessionList = ({ of, total }: { readonly of: readonly SessionNode[]; readonly total: number }) => (
  <ul class="tree inside">
    {of.map((one) => (
      <Session key={one.session} of={one} />
    ))}
    {total > of.length && <li class="muted">{plural(total - of.length, 'older session')} not shown.</li>}
    <li class="muted">
      Titles are the first prompts, from the transcripts of Claude Code on this machine, with secrets masked. Holdpoint
      records no prompts: a session without a transcript has its start as its title.
    </li>
  </ul>
)

function Session({ of }: { readonly of: SessionNode }) {
  const { session, title, agents, blockedStops } = of
  return (
    <li>
      <div class="node">
        <a href={address('/timeline', { session })} data-row>
          <strong>
            {title === undefined ? `Session of ${shortMoment(of.firstAt, now.value)}` : <Text of={title} />}
          </strong>
        </a>
        <code class="muted" title={visible(session)}>
          <Text of={shortSession(session)} />
        </code>
        <Did of={of} />
        {blockedStops > 0 && <span class="kind block">{plural(blockedStops, 'stop')} blocked</span>}
      </div>
      <ul>
        {agents.map((agent) => (
          <li key={agent.agent ?? ''} class="node">
            {agent.agent === undefined ? (
              <span>main agent</span>
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
          {count(refused)} refused
        </span>
      )}
      {asked > 0 && <KindMark of="ask" times={asked} />}
      <span class="muted" title={`${momentOf(firstAt)} to ${momentOf(lastAt)}`}>
        {shortMoment(firstAt, now.value)}, last event {ago(lastAt, now.value)}
      </span>
    </>
  )
}
