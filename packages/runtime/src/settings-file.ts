import { readFileSync, statSync } from 'node:fs'

/** The content of an agent's settings file, read as the agent reads it. */

export type Json = Readonly<Record<string, unknown>>

const MAX_BYTES = 8 << 20

export function readSettings(file: string): Json {
  try {
    const text = readSettingsText(file)
    return text === '' ? {} : asObject(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Like the host, this ignores a file that cannot be read and follows links, which dotfile managers use. */
export function readSettingsText(file: string): string {
  try {
    // Most of these files do not exist, and a stat costs less than an exception.
    const stat = statSync(file, { throwIfNoEntry: false })
    const isReadable = stat?.isFile() === true && stat.size <= MAX_BYTES
    return isReadable ? readFileSync(file, 'utf8').replace(/^\uFEFF/, '') : ''
  } catch {
    return ''
  }
}

export const objectAt = (value: Json, key: string): Json => asObject(value[key])

export const listAt = (value: Json, key: string): readonly Json[] => {
  const list = value[key]
  return Array.isArray(list) ? list.map(asObject) : []
}

export const textAt = (value: Json, key: string): string | undefined =>
  typeof value[key] === 'string' ? value[key] : undefined

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
