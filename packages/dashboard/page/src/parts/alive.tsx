import type { Alive as AliveState } from '../../../api.ts'
import { now } from '../data/live.ts'
import { ago, momentOf } from '../data/words.ts'
import { Remedies } from './command.tsx'
import { Icon, ICONS } from './icons.tsx'
import { storyOf } from './rows.tsx'

const FRESH_MS = 15 * 60_000

/** Whether events reach Holdpoint. Quiet is normal while no agent works. */
export function Alive({ of: { lastAt, lastId, remedies } }: { readonly of: AliveState }) {
  const passed = lastAt === undefined ? undefined : now.value - Date.parse(lastAt)
  const isFresh = passed !== undefined && passed < FRESH_MS
  const className = isFresh ? 'good' : passed === undefined ? 'warn' : 'pass'
  return (
    <section class={`alive ${className}`} aria-label="Status of the hooks">
      <Icon path={isFresh ? ICONS.good : passed === undefined ? ICONS.warn : ICONS.state} />
      <div>
        <strong>{isFresh ? 'Hooks are running' : passed === undefined ? 'No events yet' : 'No recent events'}</strong>
        {lastAt === undefined ? (
          'No hook of this project has run. If an agent has worked here, its hooks are not installed or cannot run.'
        ) : (
          <>
            Last event:{' '}
            <a href={storyOf(lastId ?? 'last')} title={momentOf(lastAt)}>
              {ago(lastAt, now.value)}
            </a>
            {isFresh ? '.' : '. This is normal while no agent works. If one does, its hooks cannot run.'}
          </>
        )}
      </div>
      {!isFresh && remedies.length > 0 && <Remedies of={remedies} />}
    </section>
  )
}
