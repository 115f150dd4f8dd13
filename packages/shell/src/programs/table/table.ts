import type { Roles } from '../roles.ts'
import { editors } from './editors.ts'

/** Programs by name; several names that mean the same are one entry with spaces between them. */
export type RoleTable = Readonly<Record<string, Roles>>

/** Every family of the table. */
export const TABLE: readonly RoleTable[] = [editors]
