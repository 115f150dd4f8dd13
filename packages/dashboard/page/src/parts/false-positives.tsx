import type { FalsePositive } from '../../../api.ts'
import { now } from '../data/live.ts'
import { address } from '../data/location.ts'
import { shortMoment } from '../data/words.ts'
import { Remedies } from './command.tsx'
import { KindMark } from './kind.tsx'
import { storyOf } from './rows.tsx'
import { SHOWN } from './sums.tsx'
import { Line, Text } from './text.tsx'

const HOW: Readonly<Record<string, string>> = {
  approved: 'You approved it:',
  allowed: 'You allowed it once:',
  retried: 'A similar call passed:',
}

/** Refusals and questions after which the same or a similar call succeeded, and what would end them. */
export function FalsePositives({ of }: { readonly of: readonly FalsePositive[] }) {
  if (of.length === 0) return <p class="inside muted">None in this period.</p>
  return (
    <ul>
      {of.slice(0, SHOWN).map(({ refused, hooks, how, later, remedies }) => (
        <li key={refused.id} class="alarm">
          <div>
            <KindMark of={refused.decision} />{' '}
            <a href={storyOf(refused.id)} data-row>
              {shortMoment(refused.at, now.value)}
            </a>
          </div>
          <code>
            <Line of={refused.subject ?? refused.what} />
          </code>
          <span class="muted">
            {HOW[how] ?? 'Later:'} <a href={storyOf(later.id)}>{later.shortId}</a>
          </span>
          {how === 'retried' && (
            <code>
              <Line of={later.subject ?? later.what} />
            </code>
          )}
          {hooks.length > 0 && (
            <span class="muted">
              Change the level or the options:{' '}
              {hooks.map((hook) => (
                <a key={hook} href={address('/hooks', { hook, show: 'all' })}>
                  <Text of={hook} />
                </a>
              ))}
            </span>
          )}
          {remedies.length > 0 && <Remedies of={remedies} />}
        </li>
      ))}
    </ul>
  )
}
