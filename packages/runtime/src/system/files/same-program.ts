import { closeSync, lstatSync, openSync, readSync, statSync, type Stats } from 'node:fs'

/**
 * The program of the system that a file under another name is: a link to it, a hard link, or a copy. Compared by what
 * is on disk, so it does not matter who made the copy, when, or how.
 */
export function openCopies(): (path: string) => string | undefined {
  const seen = new Map<string, string | undefined>()
  return (path) => {
    if (seen.has(path)) return seen.get(path)
    const found = programLike(path)
    if (seen.size < MAX_SEEN) seen.set(path, found)
    return found
  }
}

const MAX_SEEN = 500

/** Programs that do harm under an unknown name. */
const NAMES =
  'rm mv cp dd shred unlink truncate tee chmod chown ln install find xargs env sudo su bash dash sh zsh ksh busybox toybox coreutils python3 perl ruby node php lua awk gawk mawk sed tar curl wget nc ncat nc.openbsd nc.traditional socat ssh scp rsync git openssl kill pkill mkfs mke2fs wipefs crontab systemctl'.split(
    ' ',
  )
const DIRECTORIES = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/opt/homebrew/bin']

interface Installed {
  readonly path: string
  readonly stat: Stats
}

let installed: { readonly all: readonly Installed[]; readonly at: number } | undefined
/** A daemon lives longer than a version of a program. */
const MAX_AGE_MS = 60_000

function installedPrograms(): readonly Installed[] {
  if (installed !== undefined && Date.now() - installed.at < MAX_AGE_MS) return installed.all
  // Where /bin is a link to /usr/bin, one of them is enough.
  const directories = DIRECTORIES.filter((place) => lstatSync(place, { throwIfNoEntry: false })?.isDirectory() === true)
  const all = directories.flatMap((directory) =>
    NAMES.flatMap((name) => {
      const path = `${directory}/${name}`
      const stat = statSync(path, { throwIfNoEntry: false })
      return stat?.isFile() === true ? [{ path, stat }] : []
    }),
  )
  installed = { all, at: Date.now() }
  return all
}

/** A copy with something behind its end still runs. */
const MAX_TAIL = 1 << 16

function programLike(path: string): string | undefined {
  if (path.includes('\0') || DIRECTORIES.some((place) => path.startsWith(`${place}/`))) return undefined
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isFile() !== true || stat.size < MIN_SIZE) return undefined
    const all = installedPrograms()
    const linked = all.find((one) => one.stat.ino === stat.ino && one.stat.dev === stat.dev)
    if (linked !== undefined) return linked.path
    return all.find(
      (one) => one.stat.size <= stat.size && stat.size - one.stat.size <= MAX_TAIL && beginsLike(path, one),
    )?.path
  } catch {
    // Not readable for us.
    return undefined
  }
}

/** No program is smaller; scripts are read as text. */
const MIN_SIZE = 4096
const CHUNK = 1 << 16
/** Of a larger program, the beginning and the end are compared. */
const MAX_COMPARED = 8 << 20

function beginsLike(path: string, { path: program, stat: { size } }: Installed): boolean {
  const [one, other] = [openSync(path, 'r'), openSync(program, 'r')]
  try {
    const [left, right] = [Buffer.allocUnsafe(CHUNK), Buffer.allocUnsafe(CHUNK)]
    for (let at = 0; at < size; at += CHUNK) {
      if (at === MAX_COMPARED) at = Math.max(at, size - MAX_COMPARED)
      const length = Math.min(CHUNK, size - at)
      if (readSync(one, left, 0, length, at) !== length || readSync(other, right, 0, length, at) !== length)
        return false
      if (!left.subarray(0, length).equals(right.subarray(0, length))) return false
    }
    return true
  } finally {
    closeSync(one)
    closeSync(other)
  }
}
