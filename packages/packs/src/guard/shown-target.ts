import { shown, UNKNOWN, type FileEffect } from '@holdpoint/shell'

/** Paths in messages. What the command leaves open has the name that the reader knows: `$BUILD_DIR/cache`. */

type Target = Pick<FileEffect, 'path' | 'namedBy'>

export function shownTarget({ path, namedBy }: Target): string {
  const { programs = [], files = [] } = namedBy ?? {}
  const names = programs.length > 0 ? programs.map(sourceName) : files.map((file) => `<name from ${file}>`)
  const parts = path.split(UNKNOWN)
  if (names.length !== 1 && names.length !== parts.length - 1) return shown(path)
  return shown(parts.reduce((text, part, index) => `${text}${names[index - 1] ?? names[0]}${part}`))
}

/** What happens when a variable in the path has no value. */
export function riskOf(target: Target): string {
  const name = target.namedBy?.programs.length === 1 ? (target.namedBy.programs[0] ?? '') : ''
  const rest = target.path.replaceAll(UNKNOWN, '')
  return name.startsWith('$') && rest.startsWith('/')
    ? `If \`${name}\` is empty, this deletes \`${shown(rest)}\`.`
    : 'It can be any file or directory.'
}

const sourceName = (source: string): string => (source.startsWith('$') ? source : `$(${source})`)
