import type { FalseAlarm } from '../../../api.ts'
import { now } from '../data/live.ts'
import { shortMoment } from '../data/words.ts'
import { KindMark } from './kind.tsx'
import { storyOf } from './rows.tsx'
import { SHOWN } from './sums.tsx'
import { Line } from './text.tsx'

/** Refusals and questions after which the action happened nevertheless. */
export function FalseAlarms({ of }: { readonly of: readonly FalseAlarm[] }) {
  if (of.length === 0) return <p class="inside muted">None: what was refused stayed refused.</p>
  return (
    <ul>
      {of.slice(0, SHOWN).map(({ refused, how, later }) => (
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
            {how === 'approved' ? 'You said yes: ' : 'Then it went through as: '}
            <a href={storyOf(later.id)}>{later.shortId}</a>
          </span>
          {how !== 'approved' && (
            <code>
              <Line of={later.subject ?? later.what} />
            </code>
          )}
        </li>
      ))}
    </ul>
  )
}
