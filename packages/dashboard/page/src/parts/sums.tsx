import type { Sum } from '../../../api.ts'
import { KINDS } from '../data/kinds.ts'
import { now } from '../data/live.ts'
import { ago, plural } from '../data/words.ts'
import { KindCounts } from './kind.tsx'
import { Line, Text } from './text.tsx'

/** `holdpoint report` has the rest. */
export const SHOWN = 6

interface SumsProps {
  readonly of: readonly Sum[]
  readonly head: string
  readonly linkOf: (sum: Sum) => string
  /** The subject of the last occurrence is shown below the name. */
  readonly isExample?: boolean
}

/** What happened most often, with the last occurrence of each. */
export function Sums({ of, head, linkOf, isExample = false }: SumsProps) {
  if (of.length === 0) return <p class="inside muted">None in this period.</p>
  return (
    <table class="sums">
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" class="decided">
            Decisions
          </th>
          <th scope="col" class="number last">
            Last
          </th>
        </tr>
      </thead>
      <tbody>
        {of.slice(0, SHOWN).map((sum) => (
          <tr key={sum.name}>
            <th scope="row">
              <a href={linkOf(sum)} data-row>
                <Text of={sum.name} />
              </a>
              {isExample && sum.subject !== undefined && (
                <code class="muted">
                  <Line of={sum.subject} />
                </code>
              )}
            </th>
            <td>{KINDS.some((kind) => kind in sum.by) ? <KindCounts of={sum.by} /> : plural(sum.count, 'time')}</td>
            <td class="number muted">{ago(sum.lastAt, now.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
