import { sha256Hex } from '../lib/sha256.ts'

/**
 * A text with a seal before it, made with a key that only the user can read. An edit without the key breaks the seal.
 * An edit with the key does not, so callers without a deadline also compare with the source of the text.
 */
export const sealed = (text: string, part: string, key: string): string => `${sealOf(text, part, key)}\n${text}`

/** Undefined: the seal is not of this text. */
export function unsealed(file: string, part: string, key: string): string | undefined {
  const text = file.slice(SEAL_LENGTH + 1)
  return file.startsWith(`${sealOf(text, part, key)}\n`) ? text : undefined
}

const SEAL_LENGTH = 64
const sealOf = (text: string, part: string, key: string): string => sha256Hex(`${key}\n${part}\n${text}`)
