import type { State } from '../state/state.ts'
import { ELSEWHERE, EMPTY, known, unknown, type Value } from '../words/value.ts'
import { chosen, type Scope } from '../state/scope.ts'
import { assign, lookUp } from '../state/variables.ts'
import { listed, scalar, type Expanded } from './lists.ts'

/** What a parameter holds, as a list where it is one; undefined when nothing in the command sets it. */
export function parameter(name: string, letters: string, scope: Scope): Expanded | undefined {
  const { state, reader } = scope
  if (name === '@' || name === '*' || name === 'argv') return listed(state.positional.slice(1))
  if (name === '0') return scalar(state.positional[0] ?? known('zsh'))
  if (/^\d+$/.test(name)) return scalar(state.positional[Number(name)] ?? EMPTY)
  if (!/^[A-Za-z_]/.test(name)) return scalar(unknown({ ...ELSEWHERE, unknown: false, programs: ['((…))'] }))
  const own = state.variables.get(name)
  if (own?.list !== undefined) return listed(keysOrValues(own.list, letters))
  const values = own?.values ?? lookUp(state, reader.world, name)
  if (values === undefined) return undefined
  return scalar(chosen(scope, values, `$${name}`) ?? EMPTY)
}

/** `${(k)h}` are the keys of an associative array, `${(v)h}` its values: every other word, as far as it was set so. */
function keysOrValues(list: readonly Value[], letters: string): readonly Value[] {
  const [keys, values] = [letters.includes('k'), letters.includes('v')]
  if (keys === values) return list
  if (list.every(({ text }) => /^\[.*\]=/s.test(text)))
    return list.map(({ text, from }) => ({ text: text.replace(/^\[(.*?)\]=(.*)$/s, keys ? '$1' : '$2'), from }))
  return list.filter((_, index) => index % 2 === (keys ? 0 : 1))
}

/** `hash -d x=…` and any parameter that holds a path: `~x`. */
export function namedDirectory(name: string, scope: Scope): Value | undefined {
  const { state, reader, place } = scope
  if (!/^[A-Za-z_][\w-]*$/.test(name)) return undefined
  const values =
    state.variables.get(`~${name}`)?.values ?? (place.shell === 'zsh' ? lookUp(state, reader.world, name) : undefined)
  const value = values && chosen(scope, values, `~${name}`)
  return value?.text.startsWith('/') === true ? value : undefined
}

/** `SH_WORD_SPLIT`, `no_sh_word_split`. */
export function setOption(name: string, isOn: boolean, state: State): void {
  const [, no, plain = ''] = /^(no)?(.*)$/.exec(name.toLowerCase().replaceAll('_', '')) ?? []
  assign(state, `zsh ${plain}`, known(isOn === (no === undefined) ? 'on' : 'off'))
}

/** Whether a parameter without quotes is split at blanks: in zsh it is not, unless an option enables it. */
export const splitsWords = ({ place, state }: Scope): boolean =>
  place.shell !== 'zsh' || state.variables.get('zsh shwordsplit')?.values.some(({ text }) => text !== 'off') === true
