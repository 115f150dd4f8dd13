import { note, type State } from './state.ts'
import { fromFile, MAX_FILES, origins, unknown, type Value } from '../words/value.ts'

export function putFile(state: State, path: string, content: Value): void {
  const old = state.files.get(path)
  state.files.set(path, content)
  if (old === undefined) noteDirectories(state, path)
  note(state, {
    undo: () => undefined,
    blur() {
      const now = state.files.get(path)
      if (now === undefined) return
      // The branch that does not write it leaves what is on disk.
      state.files.set(path, either(now, old ?? unknown(fromFile(path))))
    },
  })
}

/** Deeper than any tree that one command packs up. */
const MAX_LEVELS = 32

function noteDirectories({ directories }: State, path: string): void {
  let end = path.lastIndexOf('/')
  for (let level = 0; end > 0 && level < MAX_LEVELS; level++) {
    const directory = path.slice(0, end)
    const known = directories.get(directory) ?? []
    if (known.length < MAX_FILES) known.push(path)
    directories.set(directory, known)
    end = path.lastIndexOf('/', end - 1)
  }
}

const MAX_CONTENTS = 8

/** One or the other: text that is not known, and everything it may be. */
function either(one: Value, other: Value): Value {
  const all = [...(one.or ?? [one]), ...(other.or ?? [other])]
  const distinct = new Map(all.map((value) => [[value.text, ...value.from.files].join('\0'), value]))
  const from = { ...origins(all.map((value) => value.from)), unknown: true }
  return { ...unknown(from), ...(distinct.size <= MAX_CONTENTS && { or: [...distinct.values()] }) }
}
