import type { Approvals as Found } from '../../../api.ts'
import { useAnswer } from '../data/answer.ts'
import { address } from '../data/location.ts'
import { plural } from '../data/words.ts'
import { OpenGrants, PastGrants, PendingCalls, Snoozes } from '../parts/approvals.tsx'
import { Head, Panel } from '../parts/panel.tsx'
import { Period, sinceNow } from '../parts/period.tsx'
import { Waiting } from '../parts/waiting.tsx'

export function Approvals() {
  const found = useAnswer('approvals', { since: sinceNow() })
  return (
    <>
      <Head title="Approvals" note="Read-only: you allow a call in the session or in a terminal, never here.">
        <Period />
      </Head>
      <Waiting for={found}>{(approvals) => <ApprovalsBody of={approvals} />}</Waiting>
    </>
  )
}

export function ApprovalsBody({ of }: { readonly of: Found }) {
  const { pending, grants, snoozes, history, notAllowed, readAll } = of
  return (
    <div class="stack">
      {grants.length > 0 && (
        <Panel title="Open grants" note="Each is valid once, for exactly this call, for ten minutes.">
          <OpenGrants of={grants} />
        </Panel>
      )}
      {snoozes.length > 0 && (
        <Panel title="Snoozed hooks" note="Switched off by you. They come back by themselves.">
          <Snoozes of={snoozes} />
        </Panel>
      )}
      <Panel title="Refused calls that you can allow once" note={pending.length === 0 ? undefined : 'Of the last day.'}>
        {pending.length === 0 ? (
          <p class="inside muted">
            None. When a hook refuses a call that you want, its message contains the id for `holdpoint allow`.
          </p>
        ) : (
          <PendingCalls of={pending} />
        )}
      </Panel>
      <Panel title="History" note={readAll ? undefined : 'The newest only.'}>
        {history.length === 0 ? (
          <p class="inside muted">No call was allowed in this period.</p>
        ) : (
          <PastGrants of={history} />
        )}
        {notAllowed > 0 && (
          <p class="inside muted">
            {plural(notAllowed, 'refused call')} {notAllowed === 1 ? 'was' : 'were'} not allowed.{' '}
            <a href={address('/timeline', { notPass: '1', since: sinceNow() })}>Show interventions</a>
          </p>
        )}
      </Panel>
    </div>
  )
}
