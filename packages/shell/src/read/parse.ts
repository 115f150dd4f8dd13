import { parse as parseBash, type ParsedScript } from 'unbash'
import { ANY, ONE, UNKNOWN } from '../effects.ts'
import { asZsh, type Copied } from '../zsh/zsh.ts'

/** The only place that knows the parser's name; everything else knows its tree. */
export type * from 'unbash'

export interface Parsed {
  readonly scripts: readonly { readonly script: ParsedScript; readonly offset: number }[]
  /** Why a part of it was not read; undefined when all of it was. `limit`: it was not read at all. */
  readonly problem: { readonly about: 'syntax' | 'limit'; readonly text: string } | undefined
}

/** A command as zsh reads it. */
export interface ParsedZsh {
  readonly scripts: readonly ParsedScript[]
  /** Bash reads something else in it. */
  readonly differs: boolean
  readonly copies: readonly Copied[]
}

/** Looking for the end of a brace expansion or a substitution takes the square of the number of open ones. */
const MAX_OPEN_BRACES = 1000
const MAX_RECOVERIES = 20

const MARKS = new RegExp(`[${UNKNOWN}${ANY}${ONE}]`, 'g')

/** A command as bash reads it. */
export const parse = (text: string): Parsed => parseClean(cleaned(text))

/** Our own marks in a command would pass for unknown parts. */
const cleaned = (text: string): string => text.replace(MARKS, '\uFFFD')

/** A command as zsh reads it; undefined where zsh would not read it. */
export function parseZsh(text: string, isInner: boolean): ParsedZsh | undefined {
  const clean = cleaned(text)
  if (openBraces(clean) > MAX_OPEN_BRACES) return undefined
  const inBash = asZsh(clean, isInner)
  if (inBash === undefined) return undefined
  const { scripts, problem } = parseClean(inBash.text)
  const { differs, copies } = inBash
  return problem === undefined ? { scripts: scripts.map(({ script }) => script), differs, copies } : undefined
}

/** All of it, or what can be read of it: after something that is no bash, reading goes on behind it. */
function parseClean(clean: string): Parsed {
  if (openBraces(clean) > MAX_OPEN_BRACES)
    return { scripts: [], problem: { about: 'limit', text: 'It has too many open braces and parentheses.' } }
  const scripts: { script: ParsedScript; offset: number }[] = []
  let problem: Parsed['problem']
  let offset = 0
  for (let attempt = 0; attempt < MAX_RECOVERIES; attempt++) {
    const script = parsed(clean.slice(offset))
    if (script === undefined) return { scripts, problem: { about: 'limit', text: 'It is nested too deeply.' } }
    scripts.push({ script, offset })
    const [error] = script.errors ?? []
    if (error === undefined) return { scripts, problem }
    const tooDeep = script.errors?.find(({ message }) => message.startsWith('maximum '))
    if (tooDeep !== undefined) problem = { about: 'limit', text: tooDeep.message }
    else problem ??= { about: 'syntax', text: error.message }
    const read = Math.max(script.commands.at(-1)?.end ?? 0, error.pos)
    const rest = clean.slice(offset + read)
    const skip = /^[\s;&|(){}<>]*/.exec(rest)?.[0].length ?? 0
    if (skip === 0 || rest.length === skip) return { scripts, problem }
    offset += read + skip
  }
  return { scripts, problem }
}

/** Undefined where the parser calls itself more often than there is room for. */
function parsed(text: string): ParsedScript | undefined {
  try {
    return parseBash(text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function openBraces(text: string): number {
  let open = 0
  let most = 0
  for (const char of text) {
    if (char === '{' || char === '(') most = Math.max(most, ++open)
    else if (char === '}' || char === ')') open = Math.max(0, open - 1)
  }
  return most
}
