import { kindOf } from '../data/kinds.ts'
import { count } from '../data/words.ts'
import { Shape } from './icons.tsx'
import { Text } from './text.tsx'

/** The kinds in a plot, each with its sum. */
export const Legend = ({ of }: { readonly of: readonly (readonly [kind: string, sum: number])[] }) => (
  <ul class="legend">
    {of.map(([kind, sum]) => (
      <li key={kind} class={kindOf(kind)}>
        <Shape kind={kindOf(kind)} />
        <Text of={kind} /> <b>{count(sum)}</b>
      </li>
    ))}
  </ul>
)
