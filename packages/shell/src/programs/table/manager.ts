import type { Roles } from '../roles.ts'

/** The words with which every package manager installs and removes, and those of its own. */
export const manager = (
  install: string,
  uninstall: string,
  more: Roles['commands'] = {},
): NonNullable<Roles['commands']> => ({
  [install]: { operands: 'package', does: 'install' },
  [uninstall]: { operands: 'value', does: 'uninstall' },
  ...more,
})
