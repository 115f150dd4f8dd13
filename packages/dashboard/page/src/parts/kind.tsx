import { KINDS, kindOf } from '../data/kinds.ts'
import { count } from '../data/words.ts'
import { Shape } from './icons.tsx'
import { Text } from './text.tsx'

/** A decision: colour, shape and word. */
export const KindMark = ({ of, times }: { readonly of: string | undefined; readonly times?: number }) => (
  <span class={`kind ${kindOf(of)}`}>
    <Shape kind={kindOf(of)} />
    <Text of={of ?? 'unknown'} />
    {times !== undefined && <> {count(times)}</>}
  </span>
)

/** How often each was decided, the most severe first; `pass` is left out. */
export const KindCounts = ({ of }: { readonly of: Readonly<Record<string, number>> }) => (
  <span class="counts">
    {KINDS.filter((kind) => kind !== 'pass' && (of[kind] ?? 0) > 0).map((kind) => (
      <KindMark key={kind} of={kind} times={of[kind] ?? 0} />
    ))}
  </span>
)
