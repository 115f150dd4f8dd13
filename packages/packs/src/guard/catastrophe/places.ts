import { ANY, ONE, foldPath, isWithin, mayBe } from '@holdpoint/shell'
import type { Facts } from './finding.ts'

/** Directories that the system needs, or that hold the data of all users. */
const SYSTEM =
  '/ /bin /boot /dev /etc /lib /lib32 /lib64 /libx32 /opt /proc /root /run /sbin /srv /sys /usr /var /home /mnt /media /tmp /users /system /library /applications /volumes /private /private/etc /private/var /private/tmp /cores /usr/bin /usr/lib /usr/lib64 /usr/libexec /usr/local /usr/local/bin /usr/local/lib /usr/sbin /usr/share /usr/include /var/lib /var/log /var/spool /var/cache /var/mail /var/run /var/tmp /var/www /var/backups /opt/homebrew /nix /snap /c /c/users /c/windows /c/windows/system32 /c/programdata /hklm: /hkcu: /hkcr: /hku:'.split(
    ' ',
  )

/** Directories that hold only system files, no user's work. */
const SYSTEM_TREES = [
  '/bin',
  '/boot',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/sbin',
  '/sys',
  '/usr',
  '/system',
  '/library',
  '/private/etc',
  '/proc',
  '/var/lib',
  '/var/spool/cron',
  '/var/log',
  '/c/windows',
  '/c/program files',
  '/c/program files (x86)',
  '/c/programdata',
  '/hklm:',
  '/hkcu:',
  '/hkcr:',
  '/hku:',
  '/hkcc:',
  '/cert:',
  '/wsman:',
]
const NOT_SYSTEM = ['/usr/local', '/usr/src', '/proc/self']
/** Programs that users start by name: a file there may stand before the one that is meant. */
const PROGRAMS_OF_ALL = ['/usr/local/bin', '/usr/local/sbin']

/** Deleting every name in a directory counts as deleting the directory. */
export const wholeOf = (path: string): string =>
  path.replace(new RegExp(`(?<=.)/\\.?${ANY}$`), '').replace(new RegExp(`^/\\.?${ANY}$`), '/')

export function systemPlace(given: string): string | undefined {
  const path = foldPath(given)
  return SYSTEM.find((place) => path === place || (/[\uE0F0\uE0F1]/.test(path) && isShort(path) && mayBe(path, place)))
}

/** A pattern deep below a system directory does not match that directory. */
const isShort = (path: string): boolean => path.split('/').length <= 4

export function isSystemFile(given: string): boolean {
  const path = foldPath(given)
  const isInside = (tree: string): boolean => isWithin(path, tree)
  return (SYSTEM_TREES.some(isInside) && !NOT_SYSTEM.some(isInside)) || PROGRAMS_OF_ALL.some(isInside)
}

/** The home directory, the parent of all homes, or a directory above. A quoted `~` is usually meant as the home. */
export function isHome(given: string, facts: Facts): boolean {
  const [path, home] = [foldPath(given), foldPath(facts.home)]
  if (mayBe(path, home) || isWithin(home, path)) return true
  return /^\/(?:home|(?:[a-z]\/)?users)\/[^/]+$/.test(path) || path.endsWith('/~')
}

export const isAboveOwn = (path: string, { own }: Facts): boolean =>
  own.some((directory) => isWithin(foldPath(directory), foldPath(path)))

export const isOwn = (path: string, { own, scratch }: Facts): boolean =>
  own.some((directory) => isWithin(path, directory)) ||
  scratch.some((directory) => path !== directory && isWithin(path, directory))

/** Below the caches of tools, which fill them again: `~/.cache/pip`, `~/Library/Developer/Xcode/DerivedData/App-x`. */
export function isCache(given: string, { home }: Facts): boolean {
  const [path, own] = [foldPath(given), `${foldPath(home)}/`]
  return path.startsWith(own) && CACHES.test(path.slice(own.length))
}

const CACHES =
  /^(?:\.cache|library\/caches|library\/developer\/xcode\/deriveddata|library\/developer\/coresimulator\/caches|\.npm\/_(?:cacache|npx|logs)|\.yarn\/(?:berry\/)?cache|\.pnpm-store|\.local\/share\/pnpm\/store|\.bun\/install\/cache|\.gradle\/caches|\.m2\/repository|\.cargo\/registry|\.cargo\/git|go\/pkg\/mod|\.nuget\/packages|\.ivy2\/cache|\.sbt\/boot|\.cache-loader|\.expo\/cache|\.pub-cache|\.composer\/cache|\.terraform\.d\/plugin-cache)\/(?!\.\.?(?:\/|$))[^/\ufffc\ue0f0\ue0f1]+/

/** Disks, partitions and memory; terminals, pipes and `/dev/null` are no devices in this sense. */
export const isRawDevice = (path: string): boolean =>
  path.startsWith('/dev/') &&
  /^\/dev\/(?:(?:r?disk|sd|hd|vd|xvd|nvme|mmcblk|loop|dm-|md|sr|st|nst|ada|da|nda|dax|pmem|ram|zram|nbd|rbd|bcache|fd)\d*[\w.]*|sd[\w.]*|hd[\w.]*|vd[\w.]*|mapper\/.+|disk\/.+|mem|kmem|port|kmsg|mtd\w*|ubi\w*|sg\d+)$/.test(
    path,
  ) &&
  !/^\/dev\/fd(?:\/|$)/.test(path)

export const isPattern = (path: string): boolean => path.includes(ANY) || path.includes(ONE)
