import type { LlmTool } from '@holdpoint/engine'
import type { Confinement } from './confine.ts'
import { fieldsOf, oneLine, textOf } from './text.ts'

const MAX_LINES = 1_000

/** Lines of one file. */
export const readTool = (confinement: Confinement, mask: (text: string) => string): LlmTool => ({
  name: 'Read',
  description: 'Shows a text file of the project, with line numbers.',
  input: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Relative to the project.' },
      offset: { type: 'integer', description: 'The first line to show, from 1.' },
      limit: { type: 'integer', description: `How many lines to show, at most ${MAX_LINES}.` },
    },
    required: ['path'],
  },
  run(input) {
    const { path, file_path: other, offset, limit } = fieldsOf(input)
    const place = confinement.placeOf(path ?? other)
    if (typeof place === 'string') return place
    const text = textOf(place, confinement)
    if (text === undefined) return 'There is no text file of that name.'
    // Masked as a whole: a key may span many lines, and a part of it must not leak.
    const lines = mask(text).split('\n')
    const first = Math.max(1, whole(offset) ?? 1)
    const count = Math.min(MAX_LINES, Math.max(1, whole(limit) ?? MAX_LINES))
    const shown = lines.slice(first - 1, first - 1 + count).map((line, index) => `${first + index}\t${line}`)
    const left = lines.length - (first - 1 + shown.length)
    return [oneLine(place.shown), ...shown, ...(left > 0 ? [`[${left} more lines]`] : [])].join('\n')
  },
})

const whole = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined)
