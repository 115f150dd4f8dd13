import { globMatcher, type LlmTool } from '@holdpoint/engine'
import type { Confinement } from './confine.ts'
import { fieldsOf, oneLine, textOf } from './text.ts'
import { filesBelow } from './walk.ts'

const MAX_PATTERN = 300
const MAX_MATCHES = 100
const MAX_LINE = 300
/** The search limit of one question; the agent waits meanwhile. */
const MAX_BYTES = 16 << 20

/** Searches lines of files with a linear-time regex engine. */
export function grepTool(confinement: Confinement, mask: (text: string) => string): LlmTool {
  let bytes = 0
  return {
    name: 'Grep',
    description: 'Searches the files of the project for lines that fit a regular expression (RE2 syntax).',
    input: {
      type: 'object',
      properties: {
        pattern: { type: 'string' },
        path: { type: 'string', description: 'A file or directory, relative to the project; all of it if absent.' },
        glob: { type: 'string', description: 'Only files whose path fits, such as `**/*.ts`.' },
        ignore_case: { type: 'boolean' },
      },
      required: ['pattern'],
    },
    async run(input) {
      const { pattern, path = '.', glob, ignore_case: ignoreCase } = fieldsOf(input)
      const start = confinement.placeOf(path)
      if (typeof start === 'string') return start
      const fits = await lineTest(pattern, ignoreCase === true)
      if (typeof fits === 'string') return fits
      const isWanted = typeof glob === 'string' && glob.length <= MAX_PATTERN ? nameTest(glob) : () => true
      const found: string[] = []
      for (const file of filesBelow(start, confinement)) {
        if (!isWanted(file.shown)) continue
        bytes += file.size
        if (bytes > MAX_BYTES) return [...found, '[the rest was not searched]'].join('\n')
        const text = textOf(file, confinement)
        if (text === undefined || !text.split('\n').some(fits)) continue
        // Matches the masked line: a search must not reveal what is masked.
        for (const [index, line] of mask(text).split('\n').entries()) {
          if (fits(line)) found.push(`${mask(oneLine(file.shown))}:${index + 1}: ${line.slice(0, MAX_LINE)}`)
          if (found.length === MAX_MATCHES) return [...found, '[and more]'].join('\n')
        }
      }
      return found.length === 0 ? 'No line fits.' : found.join('\n')
    },
  }
}

/** A pattern without a directory matches names anywhere, as people expect. */
const nameTest = (glob: string): ((path: string) => boolean) => globMatcher(glob.includes('/') ? glob : `**/${glob}`)

async function lineTest(pattern: unknown, ignoreCase: boolean): Promise<((line: string) => boolean) | string> {
  if (typeof pattern !== 'string' || pattern === '' || pattern.length > MAX_PATTERN) return 'That is no pattern.'
  const { RE2JS } = await import('re2js')
  try {
    const expression = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    return (line) => expression.test(line)
  } catch {
    return 'That is no pattern: RE2 syntax, without look-around and back-references.'
  }
}
