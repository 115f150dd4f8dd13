import type { Entries, Families } from '../families.ts'
import type { Roles } from '../roles.ts'
import { services } from './services.ts'
import { accounts } from './accounts.ts'
import { kernel } from './kernel.ts'
import { firewalls } from './firewalls.ts'
import { macos } from './macos.ts'
import { backups } from './backups.ts'
import { binaries } from './binaries.ts'
import { building } from './building.ts'
import { clients } from './clients.ts'
import { comparing } from './comparing.ts'
import { compiling } from './compiling.ts'
import { converting } from './converting.ts'
import { data } from './data.ts'
import { databases } from './databases.ts'
import { deleting } from './deleting.ts'
import { editors } from './editors.ts'
import { environments } from './environments.ts'
import { interpreters } from './interpreters.ts'
import { checking } from './checking.ts'
import { choosers } from './choosers.ts'
import { management } from './management.ts'
import { packaging } from './packaging.ts'
import { privileges } from './privileges.ts'
import { terminals } from './terminals.ts'
import { tracers } from './tracers.ts'
import { versioning } from './versioning.ts'
import { watchers } from './watchers.ts'
import { wrappers } from './wrappers.ts'
import { writing } from './writing.ts'
import { keys } from './keys.ts'
import { media } from './media.ts'
import { spelling } from './spelling.ts'
import { storage } from './storage.ts'
import { systemPackages } from './system-packages.ts'
import { texts } from './texts.ts'
import { viewers } from './viewers.ts'

export type RoleTable = Entries<Roles>

/** Every family of the table. */
export const TABLE = {
  clients,
  databases,
  editors,
  environments,
  interpreters,
  choosers,
  management,
  privileges,
  terminals,
  tracers,
  versioning,
  watchers,
  wrappers,
  texts,
  spelling,
  viewers,
  comparing,
  data,
  converting,
  media,
  binaries,
  keys,
  backups,
  writing,
  deleting,
  storage,
  services,
  accounts,
  kernel,
  firewalls,
  macos,
  building,
  compiling,
  packaging,
  systemPackages,
  checking,
} satisfies Families<Roles>
