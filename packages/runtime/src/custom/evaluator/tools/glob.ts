import { globMatcher, type LlmTool } from '@holdpoint/engine'
import type { Confinement } from './confine.ts'
import { fieldsOf, oneLine } from './text.ts'
import { filesBelow } from './walk.ts'

const MAX_PATTERN = 300
const MAX_NAMES = 300

/** Names of files. */
export const globTool = (confinement: Confinement, mask: (text: string) => string): LlmTool => ({
  name: 'Glob',
  description: 'Lists the files of the project whose path fits a pattern such as `src/**/*.ts`.',
  input: { type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'] },
  run(input) {
    const { pattern } = fieldsOf(input)
    if (typeof pattern !== 'string' || pattern === '' || pattern.length > MAX_PATTERN) return 'That is no pattern.'
    const start = confinement.placeOf('.')
    if (typeof start === 'string') return start
    const fits = globMatcher(pattern.replace(/^(?:\.?\/)+/, ''))
    const names: string[] = []
    for (const { shown } of filesBelow(start, confinement)) {
      if (fits(shown)) names.push(mask(oneLine(shown)))
      if (names.length === MAX_NAMES) return [...names, '[and more]'].join('\n')
    }
    return names.length === 0 ? 'No file of the project fits.' : names.join('\n')
  },
})
