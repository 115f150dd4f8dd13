import { absolutePath } from '../paths.ts'
import { defineFunction } from '../read/functions.ts'
import { isKnown } from '../effects.ts'
import type { Scope } from '../state/scope.ts'
import { openFiles } from '../state/files.ts'
import { inBranch, type State } from '../state/state.ts'
import { assign, assignList } from '../state/variables.ts'
import { EMPTY, known, type Value } from '../words/value.ts'
import { setOption } from './special.ts'
import { computed } from './subscripts.ts'

/** Arrays in which zsh keeps its functions, aliases and programs, and files. */
const OWN = /^(?:functions|dis_functions|aliases|dis_aliases|galiases|saliases|commands|mapfile|nameddirs|options)$/

/** `functions[f]=…`, `h[key]=…`, and in zsh alone `x[1]=…`. False: it is an array as bash has them. */
export function assignElement(name: string, key: Value, value: Value, scope: Scope): boolean {
  if (OWN.test(name)) own(name, key, value, scope)
  else if (scope.place.shell === 'zsh') ofList(name, key, value, scope)
  else return false
  return true
}

/** `functions+=(f '…')`: keys and values in turn. */
export function assignPairs(name: string, list: readonly Value[], scope: Scope): boolean {
  if (name === 'argv' || !OWN.test(name)) {
    if (name === 'argv' && scope.place.shell === 'zsh')
      scope.state.positional = [scope.state.positional[0] ?? EMPTY, ...list]
    return false
  }
  for (let at = 0; at + 1 < list.length; at += 2) own(name, list[at] ?? EMPTY, list[at + 1] ?? EMPTY, scope)
  return true
}

function own(name: string, key: Value, value: Value, scope: Scope): void {
  const { state } = scope
  if (name === 'commands') state.programs.set(key.text, value.text)
  else if (name === 'nameddirs') assign(state, `~${key.text}`, value)
  else if (name === 'options') setOption(key.text, value.text === 'on', state)
  else if (name === 'mapfile') writeFile(absolutePath(key.text, state.cwd), value, scope)
  else if (!isKnown(value.text) || !isKnown(key.text))
    scope.reader.found.doubts.push({ about: 'code', text: `${name}[…] of zsh` })
  else if (name.endsWith('functions')) defineText(key.text, value.text, scope)
  else if (name.endsWith('galiases') || name === 'saliases') anywhere(value.text, scope)
  else state.aliases.set(key.text, value.text)
}

function writeFile(path: string, value: Value, scope: Scope): void {
  const opened = [{ descriptor: '1', path, writes: true, append: false }]
  openFiles({ stdin: scope.stdin, stdout: [path], opened }, value, scope, undefined)
}

/** A function whose text is read when it is called. */
function defineText(name: string, text: string, scope: Scope): void {
  const { reader, state, stdin, place } = scope
  const quoted = `'${text.replaceAll("'", String.raw`'\''`)}'`
  const body = reader.parse(`{ eval ${quoted}; }`).scripts[0]?.script.commands[0]?.command
  if (body?.type !== 'BraceGroup') return
  defineFunction(state, name, body)
  if (isCalledByShell(name, state))
    inBranch(state, () => reader.call({ argv: [known(name)], env: new Map(), stdin, place }, state))
}

/** An alias for words anywhere in a command: what stands in it may begin one. */
export function anywhere(text: string, { reader, state, stdin, place }: Scope): void {
  const command = text.replace(/^[\s;&|]+/, '')
  if (command !== '')
    reader.text(command, state, stdin, { ...place, offset: undefined, depth: place.depth + 1, maybe: true })
}

/** Elements by number, from one on, and by key. */
function ofList(name: string, key: Value, value: Value, scope: Scope): void {
  const { state, reader } = scope
  computed(key, scope)
  const list = [...(state.variables.get(name)?.list ?? [])]
  const at = Number(key.text)
  const isPlace = Number.isInteger(at) && at > 0 && at <= MAX_LIST
  if (!isPlace) return assign(state, `${name}[${key.text}]`, value)
  reader.step(list.length)
  for (let fill = list.length; fill < at; fill++) list.push(EMPTY)
  list[at - 1] = value
  assignList(state, name, list)
}

const MAX_LIST = 1000

const HOOK = '(?:chpwd|precmd|preexec|periodic|zshexit|zshaddhistory|zsh_directory_name)'
const HOOKS = new RegExp(`^${HOOK}_functions$`)
const CALLED = new RegExp(`^(?:command_not_found_handler?|TRAP[A-Z]+\\d*|${HOOK})$`)

/** `chpwd`, `TRAPEXIT`, or in a list such as `chpwd_functions`. */
export function isCalledByShell(name: string, state: State): boolean {
  if (CALLED.test(name)) return true
  return HOOK_LISTS.some((list) => state.variables.get(list)?.list?.some(({ text }) => text === name) === true)
}

const HOOK_LISTS = HOOK.slice('(?:'.length, -1)
  .split('|')
  .map((hook) => `${hook}_functions`)

/** What `cd` calls in zsh once it is there. */
export function afterChange(scope: Scope): void {
  const { state, place } = scope
  const list = state.variables.get('chpwd_functions')?.list ?? []
  if (place.shell !== 'bash') for (const value of [known('chpwd'), ...list]) callHook(value, scope)
}

/** Functions that are put on such a list. */
export function runHooks(name: string, list: readonly Value[], scope: Scope): void {
  if (HOOKS.test(name)) for (const value of list) callHook(value, scope)
}

function callHook(name: Value, { reader, state, stdin, place }: Scope): void {
  if (state.functions.has(name.text))
    inBranch(state, () => reader.call({ argv: [name], env: new Map(), stdin, place }, state))
}
