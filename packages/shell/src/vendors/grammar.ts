import { UNKNOWN } from '../effects.ts'
import { listOf } from '../read-only/usage.ts'
import type { Vendor, VendorOption } from './vendor.ts'

/** Options and words of a call, as the grammar of its program takes them apart. */
export interface Reading {
  readonly words: readonly string[]
  readonly options: readonly VendorOption[]
}

/** Every way to read a call: an option that is not listed may or may not take the next word as its value. */
export function readingsOf(vendor: Vendor, args: readonly string[]): readonly Reading[] {
  const plain = readingOf(vendor, args, false)
  const isDoubtful = plain.options.some(({ name, value }) => value === undefined && !isListed(vendor, name))
  return isDoubtful ? [plain, readingOf(vendor, args, true)] : [plain]
}

const isListed = ({ takes, flags }: Vendor, name: string): boolean =>
  listOf(flags).includes(name) || listOf(takes).includes(name)

const isOption = (word: string): boolean => word.length > 1 && word.startsWith('-')

function readingOf(vendor: Vendor, args: readonly string[], unlistedTake: boolean): Reading {
  const taking = new Set(listOf(vendor.takes))
  const words: string[] = []
  const options: VendorOption[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (word === '--') {
      words.push(...args.slice(at + 1))
      break
    }
    if (!isOption(word)) {
      words.push(word)
      continue
    }
    const found = optionsIn(word, taking, vendor.longDash === true)
    const last = found.at(-1)
    const next = args[at + 1]
    const takes =
      last !== undefined &&
      last.value === undefined &&
      next !== undefined &&
      (taking.has(last.name) || (unlistedTake && !isListed(vendor, last.name) && !isOption(next)))
    if (!takes) options.push(...found)
    else {
      options.push(...found.slice(0, -1), { name: last.name, value: next })
      at++
    }
  }
  return { words, options }
}

/** `-abc` is three options, and the rest of the word is the value of the first that takes one. */
function optionsIn(word: string, taking: ReadonlySet<string>, longDash: boolean): readonly VendorOption[] {
  if (longDash || word.startsWith('--')) {
    const equals = word.indexOf('=')
    const name = equals < 0 ? word : word.slice(0, equals)
    // Programs with long options behind one dash take two as well.
    const spelled = longDash ? name.replace(/^--/, '-') : name
    return [equals < 0 ? { name: spelled } : { name: spelled, value: word.slice(equals + 1) }]
  }
  const options: VendorOption[] = []
  for (let at = 1; at < word.length; at++) {
    const name = `-${word[at] ?? ''}`
    const rest = word.slice(at + 1)
    if (rest.startsWith('=')) return [...options, { name, value: rest.slice(1) }]
    if (taking.has(name)) return [...options, rest === '' ? { name } : { name, value: rest }]
    options.push({ name })
  }
  return options
}

export type Match = 'yes' | 'maybe' | 'no'

/** Whether a reading is one of a list of calls: see `Vendor`. */
export function matchAny(calls: string | undefined, reading: Reading): Match {
  let best: Match = 'no'
  for (const call of callsIn(calls)) {
    const match = matchCall(call, reading)
    if (match === 'yes') return match
    if (match === 'maybe') best = match
  }
  return best
}

interface Call {
  readonly words: readonly string[]
  readonly options: readonly string[]
}

const parsed = new Map<string, readonly Call[]>()

/** A list is taken apart once; there are as many as the table has. */
function callsIn(calls: string | undefined): readonly Call[] {
  if (calls === undefined || calls === '') return []
  const known = parsed.get(calls)
  if (known !== undefined) return known
  const all = calls.split(', ').map((call): Call => {
    const tokens = call.trim().split(' ')
    const isCondition = (token: string): boolean => /^!?-/.test(token)
    return { words: tokens.filter((token) => !isCondition(token)), options: tokens.filter(isCondition) }
  })
  parsed.set(calls, all)
  return all
}

function matchCall({ words, options }: Call, reading: Reading): Match {
  const isWanted = options.every((option) =>
    option.startsWith('!') ? !hasOption(option.slice(1), reading) : hasOption(option, reading),
  )
  return isWanted ? matchWords(words, reading.words) : 'no'
}

/** `--all|-A`, `--replicas=0`. */
export function hasOption(wanted: string, { options }: Reading): boolean {
  return wanted.split('|').some((one) => {
    const equals = one.indexOf('=')
    const name = equals < 0 ? one : one.slice(0, equals)
    const value = equals < 0 ? undefined : one.slice(equals + 1)
    return options.some((given) =>
      given.name !== name
        ? false
        : value === undefined
          ? !/^(?:false|none|no|0)$/i.test(given.value ?? '')
          : globOf(value).test(given.value ?? ''),
    )
  })
}

function matchWords(tokens: readonly string[], words: readonly string[]): Match {
  const [token, ...rest] = tokens
  if (token === undefined) return 'yes'
  if (token === '**') {
    let best: Match = 'no'
    for (let at = 0; at <= words.length; at++) {
      const match = matchWords(rest, words.slice(at))
      if (match === 'yes') return match
      if (match === 'maybe') best = match
      const word = words[at]
      if (word === undefined || isVerb(word) || word.includes(UNKNOWN)) break
    }
    return best
  }
  const [word, ...others] = words
  if (word === undefined) return 'no'
  const match = matchWord(token, word)
  if (match === 'no') return 'no'
  const later = matchWords(rest, others)
  return later === 'yes' ? match : later
}

/** An unknown part may be anything; as a name, where any word fits, it is not what decides. */
function matchWord(token: string, word: string): Match {
  if (token === '*') return 'yes'
  const cut = word.indexOf(UNKNOWN)
  if (cut < 0) return token.split('|').some((one) => globOf(one).test(word)) ? 'yes' : 'no'
  const start = word.slice(0, cut).toLowerCase()
  return token.split('|').some((one) => (one.split('*')[0] ?? '').startsWith(start) || globOf(one).test(start))
    ? 'maybe'
    : 'no'
}

const globs = new Map<string, RegExp>()

function globOf(text: string): RegExp {
  const known = globs.get(text)
  if (known !== undefined) return known
  const parts = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  const glob = new RegExp(`^${parts.join('.*')}$`, 'i')
  globs.set(text, glob)
  return glob
}

/** Words with which any of these programs says what to do; what stands in front of one is a noun, behind it a name. */
const VERBS =
  /^(?:list|ls|show|describe|get|view|info|inspect|status|logs?|tail|watch|search|find|read|cat|diff|history|version|help|create|new|add|put|set|update|edit|patch|apply|run|exec|start|stop|restart|resume|pause|enable|import|export|upload|download|copy|cp|mv|move|rename|sync|open|connect|ssh|login|logout|init|deploy|publish|build|push|pull|install|upgrade|scale|validate|check|test|use|switch|attach|detach|up|dev|serve|clone|fork|merge|close|reopen|comment|(?:get|set|add|list|show|describe|create|update)-[a-z-]+)$/

export const isVerb = (word: string): boolean => VERBS.test(word)
