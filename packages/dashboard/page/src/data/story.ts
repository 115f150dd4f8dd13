/**
 * A part of what `holdpoint why` prints: the lines below a title. Titles have no indent, and text from the agent is
 * always indented, so that no command can fake a title.
 */
export function partOf(text: string, title: string): string | undefined {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line === title)
  if (start < 0) return undefined
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line === '')
  return (end < 0 ? rest : rest.slice(0, end)).map((line) => line.replace(/^ {2}/, '')).join('\n')
}

/** One of the facts at its top, when it is there. */
export const factOf = (text: string, name: string): string | undefined =>
  new RegExp(`^${name} {2,}(.+)$`, 'm').exec(text)?.[1]
