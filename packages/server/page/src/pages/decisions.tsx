import { address, changed, go, Head, Panel, place } from '@holdpoint/dashboard/page'
import type { TeamDecisions } from '../../../src/api.ts'
import { me, textsIn, useAsked } from '../data.ts'
import { DecisionTable, Waiting } from '../parts.tsx'
import { Period, since } from './overview.tsx'

const FILTERS = ['machine', 'project', 'decision', 'tool', 'hook', 'session', 'cursor', 'q'] as const

const EXPORTS = [
  ['csv', 'CSV'],
  ['jsonl', 'JSON lines'],
  ['otlp', 'OTLP logs'],
] as const

export function Decisions() {
  const { query } = place.value
  const chosen = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? undefined]))
  const asked = useAsked<TeamDecisions>(address('/api/decisions', { ...chosen, since: since() }))
  return (
    <>
      <Head title="Decisions" note="Refusals, questions and errors of every machine, latest first.">
        <Period />
      </Head>
      <div class="stack">
        <form
          class="panel fields"
          onSubmit={(event) => {
            event.preventDefault()
            go(changed({ ...textsIn(event.currentTarget), cursor: undefined }))
          }}
        >
          <label>
            Text
            <input name="q" type="search" maxLength={200} defaultValue={query.get('q') ?? ''} />
          </label>
          <label>
            Decision
            <select name="decision" defaultValue={query.get('decision') ?? ''}>
              <option value="">all</option>
              {['deny', 'block', 'ask', 'feedback', 'allow'].map((word) => (
                <option key={word} selected={query.get('decision') === word}>
                  {word}
                </option>
              ))}
            </select>
          </label>
          <button type="submit">Search</button>
          {me.value?.person.role !== 'viewer' && (
            <p class="exports">
              <span class="muted">Export</span>
              {EXPORTS.map(([format, word]) => (
                <a key={format} href={`/api/export?format=${format}&since=${since()}`} target="_self">
                  {word}
                </a>
              ))}
              <a href="/api/heads" target="_self">
                Signed heads
              </a>
            </p>
          )}
        </form>
        <Panel title="Decisions other than pass">
          <Waiting for={asked}>
            {({ rows, next }) => (
              <>
                <DecisionTable of={rows} />
                {next !== undefined && (
                  <p class="inside">
                    <a href={changed({ cursor: next })}>Older</a>
                  </p>
                )}
              </>
            )}
          </Waiting>
        </Panel>
      </div>
    </>
  )
}
