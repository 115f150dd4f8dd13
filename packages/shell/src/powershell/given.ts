import { unknown, type Value } from '../words/value.ts'
import type { Given } from './cmdlets.ts'
import { optionNamed } from './names.ts'
import type { Bound } from './parameters.ts'

/** A variable that is given as `@name`: its value, and its entries when it is a table. */
export interface Splatted {
  readonly value: Value | undefined
  readonly entries: ReadonlyMap<string, Value> | undefined
}

/** The options and values of a command. */
export function givenOf(words: readonly Required<Bound>[], splatted: (name: string) => Splatted): Given {
  const values: Value[] = []
  const named = new Map<string, Value[]>()
  let option: Value[] | undefined
  for (const { word, value } of words) {
    const [part] = word.parts
    const isBare = part?.kind === 'text' && !part.quoted
    // `Remove-Item @given`
    if (isBare && /^@\w+$/.test(value.text)) {
      const { value: given = unknown(), entries } = splatted(value.text.slice(1).toLowerCase())
      if (entries === undefined) values.push(given)
      for (const [name, entry] of entries ?? []) named.set(optionNamed(name).name, [entry])
      continue
    }
    const written = isBare ? /^-([a-z]\w*)(?:$|:(.*)$)/is.exec(value.text) : null
    if (written !== null) {
      const { name, isSwitch } = optionNamed(written[1] ?? '')
      const list = named.get(name) ?? []
      named.set(name, list)
      if (written[2] !== undefined && written[2] !== '') list.push({ text: written[2], from: value.from })
      option = isSwitch ? undefined : list
      continue
    }
    ;(option ?? values).push(value)
    if (!word.more) option = undefined
  }
  return { values, of: (name) => named.get(name) ?? [], has: (name) => named.has(name) }
}
