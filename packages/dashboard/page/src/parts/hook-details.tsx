import type { HookRow } from '../../../api.ts'
import { now } from '../data/live.ts'
import { address, changed } from '../data/location.ts'
import { ago, duration } from '../data/words.ts'
import { Breakers } from './breakers.tsx'
import { Remedies } from './command.tsx'
import { KindMark } from './kind.tsx'
import { Level } from './level.tsx'
import { Facts, Panel, type Fact } from './panel.tsx'
import { storyOf } from './rows.tsx'
import { Text } from './text.tsx'

/** One hook: what it does, its settings, and how to change them. */
export const HookDetails = ({ of: hook }: { readonly of: HookRow }) => (
  <Panel title={hook.id} note={hook.summary} more={<a href={changed({ hook: undefined })}>Close</a>}>
    <div class="inside pair">
      <Facts of={factsOf(hook)} />
      <Remedies of={hook.remedies} />
    </div>
    {hook.breakers.length > 0 && <Breakers of={hook.breakers} />}
  </Panel>
)

function factsOf(hook: HookRow): readonly Fact[] {
  const {
    level,
    levelFrom,
    floor,
    onlyCalled,
    events,
    tools,
    matcher,
    timeoutMs,
    onError,
    aliases,
    p50Ms,
    p95Ms,
    maxMs,
    last,
  } = hook
  return [
    [
      'level',
      <>
        <Level of={level} /> <span class="muted">({levelFrom})</span>
        {floor && '. Always on: a project cannot loosen it.'}
      </>,
    ],
    [
      'runs at',
      [events.join(', '), tools.length > 0 && `tools: ${tools.join(', ')}`, onlyCalled && 'only when called by name']
        .filter(Boolean)
        .join('; '),
    ],
    ['matcher', <Text of={matcher || '*'} />],
    ['timeout', duration(timeoutMs)],
    ['on error', onError === 'open' ? 'the call continues, and you get one notice' : 'the call is refused'],
    ['aliases', aliases.join(', ') || 'none'],
    ['p50 / p95 / max', [p50Ms, p95Ms, maxMs].map(duration).join(' / ')],
    [
      'last decision',
      last === undefined ? (
        'only pass'
      ) : (
        <>
          <KindMark of={last.decision} /> <a href={storyOf(last.id)}>{ago(last.at, now.value)}</a>{' '}
          <Text of={last.text} />
        </>
      ),
    ],
    ['decisions', <a href={address('/timeline', { hook: hook.id })}>show them in the timeline</a>],
  ]
}
