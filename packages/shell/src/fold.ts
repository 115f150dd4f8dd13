/**
 * File names as a file system may compare them. APFS, HFS+ and NTFS ignore case, and HFS+ ignores invisible characters,
 * so a name that is protected, secret or catastrophic is compared folded everywhere: on a case-sensitive file system
 * the other spelling names a file that no project needs.
 */

const ASCII = /^[\0-\x7f]*$/
/** Zero width, direction and joining marks: HFS+ leaves them out of a comparison. */
const IGNORABLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g

/** `ſ` and `K` (Kelvin) are lower case already, so that lower case alone would keep them apart from `s` and `k`. */
export function foldName(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(IGNORABLE, '').toUpperCase().toLowerCase().normalize('NFC')
}

/** Windows drops dots and blanks at the end of each name; some hosts trim the whole path. */
const TRAILING = /(?<=[^/.\s])[.\s\0]+(?=\/|$)/g

export const foldPath = (path: string): string => foldName(path).replace(TRAILING, '')

/** Blanks of every alphabet, and characters without a width. */
const BLANK = /[\s\0\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/

/** A path as a host writes it: Claude Code trims it first. By hand, because `+$` takes quadratic time on blanks inside. */
export function trimPath(path: string): string {
  let [start, end] = [0, path.length]
  while (start < end && BLANK.test(path.charAt(start))) start++
  while (end > start && BLANK.test(path.charAt(end - 1))) end--
  return path.slice(start, end)
}
