import type { HookRow, Hooks as HookList } from '../../../api.ts'
import { useAnswer } from '../data/answer.ts'
import { address, changed, place } from '../data/location.ts'
import { count, duration, momentOf, plural } from '../data/words.ts'
import { HookDetails } from '../parts/hook-details.tsx'
import { KindCounts } from '../parts/kind.tsx'
import { Level } from '../parts/level.tsx'
import { Head, Panel } from '../parts/panel.tsx'
import { Period, sinceNow } from '../parts/period.tsx'
import { Text } from '../parts/text.tsx'
import { Empty, Waiting } from '../parts/waiting.tsx'

const SHOW = [
  ['', 'enabled'],
  ['all', 'all'],
  ['trouble', 'with errors'],
] as const

const SORTS: Readonly<Record<string, (a: HookRow, b: HookRow) => number>> = {
  runs: (a, b) => b.runs - a.runs,
  slow: (a, b) => (b.p95Ms ?? -1) - (a.p95Ms ?? -1),
  failures: (a, b) => b.failures - a.failures,
}

export function Hooks() {
  const { query } = place.value
  const found = useAnswer('hooks', { since: sinceNow() })
  const show = query.get('show') ?? ''
  return (
    <>
      <Head title="Hooks">
        <nav class="chips" aria-label="Which hooks">
          {SHOW.map(([word, label]) => (
            <a key={word} href={changed({ show: word })} aria-current={show === word ? 'true' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <Period />
      </Head>
      <Waiting for={found}>{(hooks) => <HooksBody of={hooks} show={show} />}</Waiting>
    </>
  )
}

const isInTrouble = ({ failures, skips, breakers }: HookRow): boolean =>
  failures + skips > 0 || breakers.some(({ open }) => open)

export function HooksBody({ of: { hooks, sample }, show }: { readonly of: HookList; readonly show: string }) {
  const { query } = place.value
  const chosen = hooks.find(({ id, aliases }) => id === query.get('hook') || aliases.includes(query.get('hook') ?? ''))
  const shown = hooks.filter((hook) =>
    show === 'all'
      ? true
      : show === 'trouble'
        ? isInTrouble(hook)
        : (hook.level !== 'off' && !hook.onlyCalled) || hook.runs > 0,
  )
  const order = SORTS[query.get('sort') ?? '']
  const reach = sample.whole ? 'all decisions of the period' : `the newest ${plural(sample.decisions, 'decision')}`
  return (
    <div class="stack">
      {chosen !== undefined && <HookDetails of={chosen} />}
      <Panel
        title={`${shown.length} of ${hooks.length} hooks`}
        note={`Figures from ${reach}${sample.backTo === undefined ? '' : `, since ${momentOf(sample.backTo)}`}.`}
      >
        {shown.length === 0 ? (
          <Empty title={show === 'trouble' ? 'No hook has errors' : 'No hook is enabled'}>
            <p>
              <a href={changed({ show: 'all' })}>Show all hooks</a>
            </p>
          </Empty>
        ) : (
          <div class="scroll" tabIndex={0} role="region" aria-label="Hooks and their figures">
            <Table of={order === undefined ? shown : shown.toSorted(order)} />
          </div>
        )}
      </Panel>
    </div>
  )
}

function SortHead({ by, word }: { readonly by: string; readonly word: string }) {
  const isOn = place.value.query.get('sort') === by
  return (
    <th scope="col" class="number" aria-sort={isOn ? 'descending' : undefined}>
      <a href={changed({ sort: isOn ? undefined : by })}>
        {word}
        {isOn ? ' ↓' : ''}
      </a>
    </th>
  )
}

const Table = ({ of }: { readonly of: readonly HookRow[] }) => (
  <table class="wide">
    <thead>
      <tr>
        <th scope="col">Hook</th>
        <th scope="col">Level</th>
        <th scope="col">Interventions</th>
        <SortHead by="runs" word="Runs" />
        <th scope="col" class="number">
          Per hour
        </th>
        <th scope="col" class="number">
          p50
        </th>
        <SortHead by="slow" word="p95" />
        <SortHead by="failures" word="Errors" />
        <th scope="col">Breaker</th>
      </tr>
    </thead>
    <tbody>
      {of.map((hook) => (
        <Row key={hook.id} of={hook} />
      ))}
    </tbody>
  </table>
)

function Row({ of: hook }: { readonly of: HookRow }) {
  const open = hook.breakers.filter((breaker) => breaker.open).length
  return (
    <tr>
      <th scope="row">
        <a href={changed({ hook: hook.id })} data-row>
          <Text of={hook.id} />
        </a>
        <span class="muted summary">
          <Text of={hook.summary} />
        </span>
      </th>
      <td class="tight">
        <Level of={hook.level} />
      </td>
      <td>
        {Object.keys(hook.decisions).some((decision) => decision !== 'pass') && (
          <a href={address('/timeline', { hook: hook.id, notPass: '1' })}>
            <span class="unseen">{hook.id}: </span>
            <KindCounts of={hook.decisions} />
          </a>
        )}
      </td>
      <td class="number" data-label="runs">
        {count(hook.runs)}
      </td>
      <td class="number" data-label="per hour">
        {hook.runs === 0 ? '–' : count(Math.round(hook.perHour * 10) / 10)}
      </td>
      <td class="number" data-label="p50">
        {duration(hook.p50Ms)}
      </td>
      <td class="number" data-label="p95">
        {duration(hook.p95Ms)}
      </td>
      <td class="number" data-label="errors">
        {hook.failures + hook.skips === 0 ? '–' : <Text of={`${hook.failures} (${hook.skips} skipped)`} />}
      </td>
      <td class="tight" data-label="breaker">
        {open === 0 ? 'closed' : <span class="kind bad">open in {plural(open, 'session')}</span>}
      </td>
    </tr>
  )
}
