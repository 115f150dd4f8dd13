import type { ShellWorld } from './world.ts'

/** A machine without files or variables, for tests. */
export const emptyWorld: ShellWorld = {
  home: '/home/dev',
  env: () => undefined,
  read: () => undefined,
  real: (path) => path,
  list: () => [],
  workTree: () => '/p',
}
