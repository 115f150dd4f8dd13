import { spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface SmallDisk {
  /** Leaves this many bytes free. */
  fillUpTo(free: number): void
  /** Lets nobody write. */
  lock(): void
  /** Frees what `fillUpTo` took, and lets everyone write. */
  clear(): void
}

const BYTES = 16 << 20

/** A disk of 16 MB at this directory. Only root can mount one, as in CI. */
export function aSmallDisk(path: string): SmallDisk {
  const mount = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('mount', [...args, path], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`this test mounts a small disk, which needs root: ${stderr}`)
  }
  mount('-t', 'tmpfs', '-o', `size=${BYTES},mode=700`, 'tmpfs')
  onTestFinished(() => void spawnSync('umount', ['--lazy', path]))
  const filler = join(path, 'filler')
  return {
    fillUpTo(free) {
      const fd = openSync(filler, 'w')
      const page = Buffer.alloc(4 << 10, 1)
      let size = 0
      try {
        for (;;) size += writeSync(fd, page)
      } catch {
        ftruncateSync(fd, Math.max(0, size - free))
      } finally {
        closeSync(fd)
      }
    },
    lock: () => mount('-o', 'remount,ro'),
    clear() {
      mount('-o', 'remount,rw')
      rmSync(filler, { force: true })
    },
  }
}
