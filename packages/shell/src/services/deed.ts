/** What a user works with. Releases ask only for the stacks that the configuration names. */
export const STACKS = [
  'node',
  'python',
  'packages',
  'terraform',
  'kubernetes',
  'containers',
  'database',
  'cloud',
  'hosting',
] as const
export type Stack = (typeof STACKS)[number]

/**
 * `destroy`: data, resources or a running service are gone. `release`: what others use is changed, as deploying,
 * publishing and migrating do; everyday work for some. `grant`: somebody gets rights, or anybody may see it.
 */
export type DeedKind = 'destroy' | 'release' | 'grant'

export interface Deed {
  readonly kind: DeedKind
  readonly stack: Stack
  /** The word that decides is unknown before the command runs. */
  readonly isUnknown?: true
}
