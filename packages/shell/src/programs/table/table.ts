import type { Roles } from '../roles.ts'
import { editors } from './editors.ts'
import { environments } from './environments.ts'
import { privileges } from './privileges.ts'
import { terminals } from './terminals.ts'
import { watchers } from './watchers.ts'
import { wrappers } from './wrappers.ts'

/** Programs by name; several names that mean the same are one entry with spaces between them. */
export type RoleTable = Readonly<Record<string, Roles>>

/** Every family of the table. */
export const TABLE: readonly RoleTable[] = [editors, environments, privileges, terminals, watchers, wrappers]
