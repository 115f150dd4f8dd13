import type { ToolFigures } from '../../../api.ts'
import { atMost, count, duration } from '../data/words.ts'
import { SHOWN } from './sums.tsx'
import { Line } from './text.tsx'

export function Tools({ of }: { readonly of: readonly ToolFigures[] }) {
  if (of.length === 0) return <p class="inside muted">No decisions in this period.</p>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Decisions by tool">
      <table class="by-tool">
        <thead>
          <tr>
            <th scope="col">Tool or event</th>
            <th scope="col" class="number">
              Decisions
            </th>
            <th scope="col" class="number">
              Prevented
            </th>
            <th scope="col" class="number">
              Asked
            </th>
            <th scope="col" class="number">
              p50 ≤
            </th>
            <th scope="col" class="number">
              p95 ≤
            </th>
          </tr>
        </thead>
        <tbody>
          {of.slice(0, SHOWN).map(({ name, decisions, prevented, asked, p50Ms, p95Ms }) => (
            <tr key={name}>
              <th scope="row">
                <Line of={name} />
              </th>
              <td class="number">{count(decisions)}</td>
              <td class="number">{count(prevented)}</td>
              <td class="number">{count(asked)}</td>
              <td class="number">{p50Ms === undefined ? atMost(p50Ms) : duration(p50Ms)}</td>
              <td class="number">{p95Ms === undefined ? atMost(p95Ms) : duration(p95Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
