import type { ToolFigures } from '../../../api.ts'
import { count } from '../data/words.ts'
import { SHOWN } from './sums.tsx'
import { Text } from './text.tsx'

export function Tools({ of }: { readonly of: readonly ToolFigures[] }) {
  if (of.length === 0) return <p class="inside muted">None in this period.</p>
  return (
    <table>
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
        </tr>
      </thead>
      <tbody>
        {of.slice(0, SHOWN).map(({ name, decisions, prevented, asked }) => (
          <tr key={name}>
            <th scope="row">
              <Text of={name} />
            </th>
            <td class="number">{count(decisions)}</td>
            <td class="number">{count(prevented)}</td>
            <td class="number">{count(asked)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
