import type { Confinement, ProjectPath } from './confine.ts'
import { attempt } from '@holdpoint/engine'

const MAX_BYTES = 512 << 10

/** The text of a file, or undefined when it is not a file, is no text, or has moved. */
export function textOf(place: ProjectPath, { files, isStill }: Confinement): string | undefined {
  const text = attempt(() => files.read(place.path, { maxBytes: MAX_BYTES }))
  return text === undefined || text.includes('\0') || !isStill(place) ? undefined : text
}

/** Shows a name on one line, whatever characters it contains. */
export const oneLine = (name: string): string => name.replace(/[\r\n]+/g, String.raw`\n`)

export const fieldsOf = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {}
