import { openSessionTitles } from '@holdpoint/runtime/inspect'
import type { Source } from './source.ts'

/** The title of a session; undefined when its first prompt is not on this machine. */
export type Titles = (session: string) => string | undefined

/** A first prompt never changes, so each transcript is read until it has one. */
export function openTitles({ root, env }: Source): () => Titles {
  const known = new Map<string, string>()
  return () => {
    const read = openSessionTitles(root, env)
    return (session) => {
      const title = known.get(session) ?? read(session)
      if (title !== undefined) known.set(session, title)
      return title
    }
  }
}
