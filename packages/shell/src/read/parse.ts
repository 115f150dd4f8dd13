import { parse as parseBash, type ParsedScript } from 'unbash'
import { ANY, ONE, UNKNOWN } from '../effects.ts'
import { asZsh, type ZshText } from '../zsh/zsh.ts'

/** The only place that knows the parser's name; everything else knows its tree. */
export type * from 'unbash'

export interface Parsed {
  readonly scripts: readonly { readonly script: ParsedScript; readonly offset: number }[]
  /** Why a part of it was not read; undefined when all of it was. `limit`: it was not read at all. */
  readonly problem: { readonly about: 'syntax' | 'limit'; readonly text: string } | undefined
}

/** Looking for the end of a brace expansion or a substitution takes the square of the number of open ones. */
const MAX_OPEN_BRACES = 1000
const MAX_RECOVERIES = 20

const MARKS = new RegExp(`[${UNKNOWN}${ANY}${ONE}]`, 'g')

/** A command as bash reads it. */
export const parse = (text: string): Parsed => parseClean(cleaned(text))

/** Our own marks in a command would pass for unknown parts. */
const cleaned = (text: string): string => text.replace(MARKS, '\uFFFD')

/** A command as zsh reads it, in words of bash; undefined where zsh would not read it. */
export function zshTextOf(text: string, isInner: boolean): ZshText | undefined {
  const clean = cleaned(text)
  return openBraces(clean) > MAX_OPEN_BRACES ? undefined : asZsh(clean, isInner)
}

/** Undefined where zsh would not read it. */
export function parseZsh({ text }: ZshText): readonly ParsedScript[] | undefined {
  const { scripts, problem } = parseClean(text)
  return problem === undefined ? scripts.map(({ script }) => script) : undefined
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
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '{' || char === '(') most = Math.max(most, ++open)
    else if (char === '}' || char === ')') open = Math.max(0, open - 1)
  }
  return most
}
