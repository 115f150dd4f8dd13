import type { StateArea } from '@holdpoint/engine'

/**
 * The option `command` of quality/test-runner and guard/test-evidence. A user sets it once, for either hook; each hook
 * leaves its own value for the other one, because a hook sees only its own options.
 */
const NAME = 'test-command'

type Commands = Readonly<Record<string, string>>

/** The configured test command; empty when there is none. */
export function testCommand(hook: string, own: string, area: StateArea): string {
  const known = area.get<Commands>(NAME) ?? {}
  if ((known[hook] ?? '') !== own) area.update<Commands>(NAME, (old) => ({ ...old, [hook]: own }))
  return own === ''
    ? (Object.entries(known).find(([other, command]) => other !== hook && command !== '')?.[1] ?? '')
    : own
}
