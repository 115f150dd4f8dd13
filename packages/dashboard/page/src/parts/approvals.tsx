import type { ApprovalStep, OpenGrant, PastGrant, PendingCall, Snoozed } from '../../../api.ts'
import { now } from '../data/live.ts'
import { address } from '../data/location.ts'
import { ago, clock, momentOf, plural, shortMoment, shortSession } from '../data/words.ts'
import { StateMark, stateWord } from './approval-state.tsx'
import { Remedies } from './command.tsx'
import { Facts, given } from './panel.tsx'
import { storyOf } from './rows.tsx'
import { Block, Line, Text } from './text.tsx'

const WAYS: Readonly<Record<string, string>> = { prompt: 'typed in the session', terminal: 'in a terminal' }

const wayOf = (by: string): string => WAYS[by] ?? by

/** Refused calls that the user can allow once, with the command for each. */
export const PendingCalls = ({ of }: { readonly of: readonly PendingCall[] }) => (
  <ul class="calls">
    {of.map((call) => (
      <li key={call.id} class="call">
        <Call of={call} />
        <Remedies of={call.remedies} />
      </li>
    ))}
  </ul>
)

/** Grants that are not used yet. */
export const OpenGrants = ({ of }: { readonly of: readonly OpenGrant[] }) => (
  <ul class="calls">
    {of.map((grant) => (
      <li key={grant.id} class="call">
        <Call of={grant} />
        <Facts
          of={given(
            ['allowed', `${shortMoment(grant.grantedAt, now.value)}, ${wayOf(grant.by)}`],
            ['expires', clock(grant.expiresAt)],
            grant.onlyIn !== undefined && ['only in session', <Text of={shortSession(grant.onlyIn)} />],
          )}
        />
        <Remedies of={grant.remedies} />
      </li>
    ))}
  </ul>
)

/** Hooks that are switched off for a time. */
export const Snoozes = ({ of }: { readonly of: readonly Snoozed[] }) => (
  <ul class="calls">
    {of.map(({ hook, at, until, session, remedies }) => (
      <li key={hook + (session ?? '')} class="call">
        <Facts
          of={given(
            [
              'hook',
              <a href={address('/hooks', { hook, show: 'all' })}>
                <Text of={hook} />
              </a>,
            ],
            ['snoozed', ago(at, now.value)],
            ['until', momentOf(until)],
            session !== undefined && ['only in session', <Text of={shortSession(session)} />],
          )}
        />
        <Remedies of={remedies} />
      </li>
    ))}
  </ul>
)

function Call({ of: call }: { readonly of: PendingCall }) {
  return (
    <div class="stack small">
      <p>
        <a href={storyOf(call.decision)} data-row title={momentOf(call.at)}>
          {ago(call.at, now.value)}
        </a>{' '}
        <Text of={call.tool} />{' '}
        <span class="muted">
          refused by <Text of={call.hooks.join(', ')} />, session{' '}
          <a href={address('/timeline', { session: call.session })}>
            <Text of={shortSession(call.session)} />
          </a>
          {call.agent !== undefined && (
            <>
              , sub-agent <Text of={call.agent} />
            </>
          )}
        </span>
      </p>
      <Block of={call.input} label={`Call ${call.id}`} />
      {call.more > 0 && (
        <p class="muted">{plural(call.more, 'more character')}. `holdpoint allow` shows the whole call.</p>
      )}
      {call.files.length > 0 && (
        <details>
          <summary>{plural(call.files.length, 'file')} that the call runs or overwrites</summary>
          <ul>
            {call.files.map((file) => (
              <li key={file}>
                <code>
                  <Text of={file} />
                </code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** What became of earlier grants, from the audit. */
export const PastGrants = ({ of }: { readonly of: readonly PastGrant[] }) => (
  <table class="wide grants">
    <thead>
      <tr>
        <th scope="col">Call</th>
        <th scope="col" class="outcome">
          Outcome
        </th>
        <th scope="col" class="steps">
          Steps
        </th>
      </tr>
    </thead>
    <tbody>
      {of.map((grant) => (
        <tr key={grant.id}>
          <th scope="row" class="about">
            <code>
              <Line of={grant.subject ?? grant.id} />
            </code>
            <span class="muted summary">
              <Text of={[grant.tool, ...grant.hooks].filter(Boolean).join(', ')} />
              {grant.session !== undefined && (
                <>
                  {' '}
                  <a href={address('/timeline', { session: grant.session })}>
                    <Text of={shortSession(grant.session)} />
                  </a>
                </>
              )}
            </span>
          </th>
          <td class="tight">
            <StateMark of={grant.state} />
          </td>
          <td>
            <ol>
              {grant.steps.map((step) => (
                <Step key={step.decision} of={step} />
              ))}
            </ol>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Step = ({ of: { state, at, by, decision } }: { readonly of: ApprovalStep }) => (
  <li>
    <a href={storyOf(decision)} data-row>
      {shortMoment(at, now.value)}
    </a>{' '}
    <Text of={stateWord(state)} />
    {by !== undefined && (
      <span class="muted">
        , <Text of={wayOf(by)} />
      </span>
    )}
  </li>
)
