import type { DecisionRow, Series } from '../../../api.ts'
import { KINDS, kindOf } from '../data/kinds.ts'
import { SMALLEST } from '../data/ticks.ts'
import { count, momentOf, plural } from '../data/words.ts'
import { Legend } from './legend.tsx'
import { Panel } from './panel.tsx'
import { Plot } from './plot.tsx'

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** What was decided over time. `pass` outnumbers all else, so it has a plot of its own. */
export function DecisionPlots({ of, newest }: { readonly of: Series; readonly newest: readonly DecisionRow[] }) {
  const { starts, counts } = of
  const times = starts.map((start) => start / 1000)
  const names = [...KINDS, ...Object.keys(counts).filter((name) => kindOf(name) === 'unknown')]
  const spoken = names.filter((name) => name !== 'pass' && counts[name] !== undefined)
  const all = starts.map((_, index) => sum(Object.values(counts).map((values) => values[index] ?? 0)))
  return (
    <>
      <Panel title="Interventions" note="Every decision except pass.">
        {spoken.length === 0 ? (
          <p class="inside muted">No interventions in this period.</p>
        ) : (
          <>
            <Legend of={spoken.map((name) => [name, sum(counts[name] ?? [])])} />
            <Plot
              label={`Bars over time: ${spoken.map((name) => `${name} ${sum(counts[name] ?? [])}`).join(', ')}. The table below has the figures.`}
              times={times}
              as="bars"
              series={spoken.map((name) => ({ name, className: kindOf(name), values: counts[name] ?? [] }))}
            />
          </>
        )}
        <Figures of={of} names={names.filter((name) => counts[name] !== undefined)} />
      </Panel>
      <div class="pair">
        <Panel title="All decisions" note={plural(sum(all), 'event')}>
          <Plot
            label={`Line over time: ${plural(sum(all), 'decision')} in total.`}
            times={times}
            as="line"
            height={150}
            series={[{ name: 'all', className: 'all', values: all }]}
          />
        </Panel>
        <Latencies of={newest} />
      </div>
    </>
  )
}

/** A point for each of the newest decisions; the tile above shows p50 and p95 of the whole period. */
function Latencies({ of }: { readonly of: readonly DecisionRow[] }) {
  const measured = of
    .filter(({ at, ms }) => at !== undefined && ms !== undefined)
    .toSorted((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''))
  if (measured.length === 0) return null
  const values = measured.map(({ ms = 0 }) => Math.max(SMALLEST, ms))
  return (
    <Panel title="Latency" note={`Newest ${plural(measured.length, 'decision')}, in milliseconds.`}>
      <Plot
        label={`Points over time: from ${Math.min(...values)} to ${Math.max(...values)} milliseconds.`}
        times={measured.map(({ at = '' }) => Date.parse(at) / 1000)}
        as="points"
        height={150}
        series={[{ name: 'ms', className: 'all', values }]}
      />
    </Panel>
  )
}

/** The figures of the bars, for screen readers. */
function Figures({ of: { starts, counts }, names }: { readonly of: Series; readonly names: readonly string[] }) {
  const rows = starts
    .map((start, index) => ({ start, figures: names.map((name) => counts[name]?.[index] ?? 0) }))
    .filter(({ figures }) => sum(figures) > 0)
    .toReversed()
  return (
    <details class="figures">
      <summary>Show the figures as a table</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label="Figures over time">
        <table>
          <thead>
            <tr>
              <th scope="col">Start</th>
              {names.map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ start, figures }) => (
              <tr key={start}>
                <th scope="row">{momentOf(new Date(start).toISOString())}</th>
                {figures.map((figure, index) => (
                  <td key={names[index]} class="number">
                    {count(figure)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
