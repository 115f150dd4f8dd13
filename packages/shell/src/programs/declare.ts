import type { Context } from '../read/context.ts'
import { evaluate, evaluateName } from '../read/evaluate.ts'
import { assign, assignList, declareLocal, lookUp, removeAlias, unset } from '../state/variables.ts'
import { computeText } from '../words/arithmetic.ts'
import { derived, unknown, type Value } from '../words/value.ts'
import { scopeFor } from '../read/simple.ts'

/** `declare`, `export`, `local` and their kind. */
export function declare(context: Context): Value | undefined {
  const { name, texts, state, reader, system, args } = context
  const flags = texts.filter((text) => /^[-+]/.test(text)).join('')
  const integer = flags.includes('i') || name === 'integer' || name === 'float'
  // `export -f name`
  if (/^-[a-zA-Z]*f/.test(flags)) {
    const isExport = name === 'export' || flags.includes('x')
    for (const { text } of args) if (isExport && state.functions.has(text)) state.exports.add(`${text}()`)
    return undefined
  }
  const shownValues: Value[] = []
  for (const { text, from } of args) {
    const [, variable, subscript, value] = /^([A-Za-z_]\w*)(\[.*?\])?(?:\+?=(.*))?$/s.exec(text) ?? []
    if (variable === undefined) continue
    if (flags.includes('p')) shownValues.push(...(lookUp(state, reader.world, variable) ?? []))
    const scope = scopeFor(context)
    if (subscript !== undefined || /^\(.*\[/s.test(value ?? ''))
      evaluate({ text: `${subscript ?? ''} ${value ?? ''}`, from }, scope)
    if (flags.includes('n') && value !== undefined) {
      evaluateName({ text: value, from }, scope)
      assign(state, variable, { text: value, from }, { alias: value })
      continue
    }
    const isLocal = name !== 'export' && name !== 'readonly' && !flags.includes('g')
    if (isLocal && value === undefined) declareLocal(state, variable)
    const exported = name === 'export' || flags.includes('x')
    const fixed = name === 'readonly' || flags.includes('r')
    const current = state.variables.get(variable)
    if (current?.list !== undefined) assignList(state, variable, current.list, { ...(exported && { exported }) })
    else if (value !== undefined || exported || fixed || integer) {
      const given = value === undefined ? undefined : { text: value, from }
      const now = given ?? lookUp(state, reader.world, variable)?.[0] ?? unknown()
      const next = integer && given !== undefined ? computeText(given, scope) : now
      assign(state, variable, next, {
        ...(exported && { exported }),
        ...(fixed && { readonly: fixed }),
        ...(integer && { integer }),
        ...(/[luc]/.test(flags) && { recased: true }),
      })
    }
    if (exported && value !== undefined) system('inject', `${variable}=${value}`)
  }
  return shownValues.length === 0 ? undefined : derived(name, shownValues)
}

export function removeNames(context: Context): void {
  const { state } = context
  const flags = context.texts.filter((text) => /^-[fvn]+$/.test(text)).join('')
  for (const name of context.args.filter(({ text }) => !text.startsWith('-'))) {
    evaluateName(name, scopeFor(context))
    const [, list] = /^([A-Za-z_]\w*)\[/.exec(name.text) ?? []
    if (flags.includes('f')) state.functions.delete(name.text)
    else if (flags.includes('n')) removeAlias(state, name.text)
    // Which elements are left is not followed.
    else if (list !== undefined) assign(state, list, unknown())
    else unset(state, name.text)
  }
}
