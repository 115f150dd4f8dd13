import { UNKNOWN } from '../effects.ts'
import { note, type State } from './state.ts'
import { ELSEWHERE, fromFile, MAX_FILES, origins, unknown, type Value } from '../words/value.ts'

export function putFile(state: State, path: string, content: Value): void {
  const old = state.files.get(path)
  state.files.set(path, content)
  state.named.set(path.slice(path.lastIndexOf('/') + 1), path)
  state.puts.push({ path, old })
  if (LOADABLE.test(path)) state.loadable.add(path)
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

/** Configuration that is code, and sources of languages that are built before they run. */
const LOADABLE =
  /(?:\.config\.[cm]?[jt]s|\/\.[\w-]+rc\.[cm]?js|\/[\w.-]*file\.[cm]?[jt]s|\/setup\.py|\.(?:go|rs|c|cc|cpp|cxx|m|java|kt|kts|swift|cs|fs|scala|hs|ml|nim|zig|d|dart|cr|gradle|cmake|sbt|gemspec|podspec)|\/CMakeLists\.txt|\/BUILD(?:\.bazel)?|\.(?:[cm]?[jt]sx?|py|rb|php|pl))$/

/** What this command has written there, by name or with a whole archive. */
export function writtenTo(file: string, { files }: State): Value | undefined {
  const own = files.get(file)
  if (own !== undefined || files.size === 0) return own
  for (let at = file.lastIndexOf('/'); at >= 0; at = at === 0 ? -1 : file.lastIndexOf('/', at - 1)) {
    const unpacked = files.get(`${file.slice(0, at)}/${UNKNOWN}`)
    const packed = unpacked?.from.files.find(
      (path) => path.slice(path.lastIndexOf('/')) === file.slice(file.lastIndexOf('/')),
    )
    if (packed !== undefined && packed !== file) return files.get(packed) ?? unknown(fromFile(packed))
    // A package from the network is a published program, and no text that was sent to be run.
    if (unpacked?.from.network === true)
      return unknown(origins([fromFile(file), { ...unpacked.from, network: false, unknown: true }]))
  }
  return undefined
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

/**
 * A file in which something was changed: what it says now is not known, but what was put into it is. Where nothing was
 * that could be changed, that is all.
 */
export function edited(path: string, put: string | undefined, isThere: boolean): Value {
  const now = unknown(isThere || put === undefined ? origins([fromFile(path), ELSEWHERE]) : fromFile(path))
  return put === undefined || put.trim() === '' ? now : { ...now, or: [now, { text: put, from: fromFile(path) }] }
}

const MAX_CONTENTS = 8

/** One or the other: text that is not known, and everything it may be. */
function either(one: Value, other: Value): Value {
  const all = [...(one.or ?? [one]), ...(other.or ?? [other])]
  const distinct = new Map(all.map((value) => [[value.text, ...value.from.files].join('\0'), value]))
  const from = { ...origins(all.map((value) => value.from)), unknown: true }
  return { ...unknown(from), ...(distinct.size <= MAX_CONTENTS && { or: [...distinct.values()] }) }
}
