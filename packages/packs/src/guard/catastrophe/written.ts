import { isWithin, type WrittenCommand } from '@holdpoint/shell'
import type { CatastropheFinding, Facts, Id, Rule } from './finding.ts'

/** What counts in a file that others run. What is only possible there is the project's own affair. */

/** Asked about as a command, and certain in a file too. */
const CERTAIN: ReadonlySet<Id> = new Set([
  'container',
  'machine',
  'permissions',
  'repository',
  'git-runs',
  'processes',
  'shredded',
])
/** A named task may install, remove what it installed, or take a cluster down; what runs automatically may not. */
const UNNAMED: ReadonlySet<Id> = new Set([
  'outside',
  'startup',
  'system-file',
  'cloud',
  'plain-http',
  'inject',
  'root-shell',
])

/** Containers and runners are thrown away: only what reaches another machine counts there. */
const LEAVES: ReadonlySet<Id> = new Set(['remote-shell'])

export const judgeWritten =
  (rules: readonly Rule[], facts: Facts) =>
  ({ effects, where, isAutomatic }: WrittenCommand): readonly CatastropheFinding[] =>
    rules
      .flatMap((rule) => rule(effects, facts))
      .filter(({ id, decision, data }) => {
        if (where !== 'here') return LEAVES.has(id)
        if (decision === 'deny' || CERTAIN.has(id)) return true
        return UNNAMED.has(id) && (isAutomatic || isUsersOwn(id, String(data['path']), facts))
      })

/** The user's documents, projects and start files, and not what programs keep in a home directory. */
function isUsersOwn(id: Id, path: string, { home }: Facts): boolean {
  if (!isWithin(path, home)) return false
  return id === 'startup' || (id === 'outside' && !/^\/(?:\.|Library\/|go\/|snap\/)/.test(path.slice(home.length)))
}

const REASONS: Partial<Record<Id, string>> = {
  root: 'It deletes `{path}`, a system directory.',
  home: 'It deletes a home directory.',
  project: 'It deletes the whole project, including uncommitted work.',
  repository: 'It changes or deletes git’s own files.',
  'git-runs': 'It changes what git executes.',
  outside: 'It deletes `{path}`, which is outside the project.',
  device: 'It overwrites a disk or memory.',
  storage: 'It removes storage that cannot be restored.',
  download: 'It runs code from the network that has not been reviewed.',
  decoded: 'It runs decoded text, which hides what it does.',
  'remote-shell': 'It opens a shell for another machine.',
  startup: 'It changes `{path}`, which is executed at login or at start.',
  'system-file': 'It changes `{path}`, which belongs to the system.',
  container: 'It gives a container access to this machine.',
  machine: 'It changes the machine: accounts, schedules, services, the kernel or the firewall.',
  sql: 'It destroys data in a database.',
  cloud: 'It destroys resources that may be in production.',
}

/** Why the user is asked, as a sentence. */
export const reasonOf = ({ id, data }: { readonly id: string; readonly data: CatastropheFinding['data'] }): string =>
  (REASONS[id as Id] ?? 'Holdpoint blocks this command, or asks about it.').replace(
    '{path}',
    String(data['path'] ?? ''),
  )
