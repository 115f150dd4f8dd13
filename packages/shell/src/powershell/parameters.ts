import { EMPTY, type Value } from '../words/value.ts'
import { textOf, type Script, type Word } from './parse.ts'

/** A function of the script. */
export interface Defined {
  readonly body: Script
  readonly parameters: Script
  isCalled: boolean
}

/** A word that is given to it; text that a pipe makes has none. */
export interface Bound {
  readonly word?: Word
  readonly value: Value
}

/** `param($a, [string]$b = 'x')` at the beginning of a block. */
export function parametersOf(body: Script): Script {
  const group = body
    .slice(0, 2)
    .flatMap(([first]) => first?.words ?? [])
    .find(({ parts }) => parts[0]?.kind === 'text' && /^param$/i.test(parts[0].text))?.parts[1]
  return group?.kind === 'group' ? group.body : []
}

const variablesIn = (body: Script): readonly string[] =>
  body.flatMap((pipeline) =>
    pipeline.flatMap(({ words }) =>
      words.flatMap(({ parts }, at) => {
        const last = parts.at(-1)
        const before = words[at - 1]
        return last?.kind === 'variable' &&
          (at === 0 || before?.more === true || textOf(before ?? { parts: [], more: false })?.startsWith('[') === true)
          ? [last.name]
          : []
      }),
    ),
  )

/** Which parameter gets which value, by its name or by its place; and all values without a name. */
export function bindingsOf(
  parameters: Script,
  given: readonly Bound[],
): { readonly named: ReadonlyMap<string, Value>; readonly values: readonly Value[] } {
  const names = variablesIn(parameters)
  const named = new Map<string, Value>()
  const values: Value[] = []
  for (let at = 0; at < given.length; at++) {
    const { word, value } = given[at] ?? { value: EMPTY }
    const option = /^-([a-z]\w*):?$/i.exec(word === undefined ? '' : (textOf(word) ?? ''))?.[1]?.toLowerCase()
    const name = option === undefined ? undefined : names.find((one) => one.startsWith(option))
    if (name === undefined) values.push(value)
    else named.set(name, given[++at]?.value ?? EMPTY)
  }
  const open = names.filter((name) => !named.has(name))
  for (const [at, value] of values.entries()) {
    const name = open[at]
    if (name !== undefined) named.set(name, value)
  }
  return { named, values }
}
