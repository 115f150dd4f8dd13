import type { Task, Files } from '@holdpoint/engine'
import { absolutePath, isWithin } from '@holdpoint/shell'

/** The files that a task promises: below a line `Deliverables:` in its description, or on that line. */

const HEADING = /^[\s#*>_-]*deliverables?\b[\s*_]*(?::[\s*_]*(.*))?$/i
const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s*)?(.*)$/
const MAX_LISTED = 50

export function promisedIn({ subject, description }: Pick<Task, 'subject' | 'description'>): readonly string[] {
  const lines = `${subject}\n${description ?? ''}`.slice(0, 20_000).split(/\r?\n/)
  const promised: string[] = []
  let isListing = false
  for (const line of lines) {
    const heading = HEADING.exec(line)
    const item = ITEM.exec(line)?.[1]
    if (heading !== null) {
      isListing = true
      promised.push(...(heading[1] ?? '').split(',').flatMap(pathIn))
    } else if (isListing && item !== undefined) promised.push(...pathIn(item))
    else if (line.trim() !== '') isListing = false
  }
  return [...new Set(promised)].slice(0, MAX_LISTED)
}

/** In backticks, or the first word, when it looks like a file. */
function pathIn(text: string): readonly string[] {
  const word = /`([^`]{1,300})`/.exec(text)?.[1] ?? /^\s*([^\s,;:()]{1,300})/.exec(text)?.[1] ?? ''
  const isPath = /^[\w@.][\w@./ -]*$/.test(word) && (/\.\w{1,8}$/.test(word) || word.includes('/'))
  return isPath ? [word] : []
}

/** Deliverables that are missing or empty. Paths outside the project are not checked. */
export function missing(paths: readonly string[], root: string, cwd: string, files: Files): readonly string[] {
  return paths.filter((path) => {
    const places = [absolutePath(path, root), absolutePath(path, cwd)].filter(
      (place) => isWithin(place, root) || isWithin(place, cwd),
    )
    return places.length > 0 && !places.some((place) => isDelivered(place, files))
  })
}

function isDelivered(place: string, files: Files): boolean {
  const stat = files.stat(files.real(place))
  return stat !== undefined && (stat.kind !== 'file' || stat.size > 0)
}
