/** The programs that git's configuration names, and the settings that disable each of them. */

/** Git cannot start it: neither a directory nor a script, on every supported system. */
export const NO_PROGRAM = '/dev/null'

export interface Drivers {
  /** Names of `filter` drivers: their output is unknown without running them. */
  readonly filters: readonly string[]
  /** Settings, as git takes them after `-c`. */
  readonly off: readonly string[]
}

/** More than any repository needs; each is an argument of every call. */
const MAX_DRIVERS = 200

interface Kind {
  readonly section: string
  readonly names: readonly string[]
  /** Overrides for each driver with one of these names configured. */
  readonly off: Readonly<Record<string, string>>
}

const KINDS: readonly Kind[] = [
  {
    section: 'filter',
    names: ['clean', 'smudge', 'process', 'required'],
    // A required filter that is empty would be an error.
    off: { clean: '', smudge: '', process: '', required: 'false' },
  },
  {
    section: 'diff',
    names: ['command', 'textconv', 'cachetextconv'],
    off: { command: NO_PROGRAM, textconv: NO_PROGRAM, cachetextconv: 'false' },
  },
  { section: 'merge', names: ['driver'], off: { driver: NO_PROGRAM } },
  { section: 'credential', names: ['helper'], off: { helper: '' } },
]

/** The drivers that these keys of git's configuration define. Undefined: a driver cannot be disabled. */
export function driversIn(keys: readonly string[]): Drivers | undefined {
  const found = new Map<string, readonly [kind: Kind, driver: string]>()
  for (const key of keys) {
    const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')]
    const kind = KINDS.find(
      ({ section, names }) => key.startsWith(`${section}.`) && names.includes(key.slice(last + 1)),
    )
    if (kind === undefined || first === last) continue
    const driver = key.slice(first + 1, last)
    if (!canBeNamed(driver)) return undefined
    found.set(key.slice(0, last), [kind, driver])
    if (found.size > MAX_DRIVERS) return undefined
  }
  return {
    filters: [...found.values()].flatMap(([{ section }, driver]) => (section === 'filter' ? [driver] : [])),
    off: [...found].flatMap(([prefix, [{ off }]]) =>
      Object.entries(off).map(([name, value]) => `${prefix}.${name}=${value}`),
    ),
  }
}

/** After `-c` a key ends at the first `=`; a name that is not UTF-8 has lost bytes. */
const canBeNamed = (driver: string): boolean => !driver.includes('=') && !driver.includes('\uFFFD')
