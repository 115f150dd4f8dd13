import type { Breaker } from '../../../api.ts'
import { count } from '../data/words.ts'
import { Remedies } from './command.tsx'
import { Text } from './text.tsx'

/** Hooks that failed, by session. */
export const Breakers = ({ of }: { readonly of: readonly Breaker[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Breaker</th>
        <th scope="col">Hook</th>
        <th scope="col">Session</th>
        <th scope="col" class="number">
          Failures
        </th>
      </tr>
    </thead>
    <tbody>
      {of.map((one) => (
        <tr key={one.hook + one.session}>
          <td class="tight">
            <span class={`kind ${one.open ? 'bad' : 'pass'}`}>{one.open ? 'open' : 'closed'}</span>
          </td>
          <th scope="row">
            <Text of={one.hook} />
            {one.remedies.length > 0 && <Remedies of={one.remedies} />}
          </th>
          <td>
            <Text of={one.session} />
          </td>
          <td class="number">{count(one.failures)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
