import { classify, type Classification } from '../../packages/packs/src/guard/review/classify.ts'
import type { Subject } from '../../packages/packs/src/guard/review/subject.ts'
import { commandEffects } from '../../packages/engine/src/effects/command-effects.ts'
import type { ShellWorld } from '../../packages/shell/src/state/world.ts'
import { eventIn } from '../../packages/testing/src/play-case.ts'
import { shell } from '../../packages/testing/src/events.ts'

const HOME = '/home/dev'
const PROJECT = '/home/dev/project'

/** A machine without a single file. */
const world: ShellWorld = {
  home: HOME,
  env: (name) => ({ HOME, USER: 'dev' })[name],
  read: () => undefined,
  real: (path) => path,
  list: () => [],
  workTree: () => PROJECT,
}

const files = { stat: () => undefined, real: (path: string) => path }

export function classifyCommand(
  command: string,
  more: Partial<Pick<Subject, 'approve' | 'test' | 'files'>> = {},
): Classification {
  const event = eventIn(PROJECT, shell(command), new Date(0))
  const subject: Subject = { command, cwd: PROJECT, root: PROJECT, home: HOME, approve: 'reads', files, ...more }
  return classify(commandEffects(event, command, world), subject)
}

/** One command per line; lines that begin with `#` are comments. */
export const commandsIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('# '))

/** Equivalent spellings of a command: none of this changes what it does. */
export function variantsOf(command: string): readonly string[] {
  const quoted = /^[\w\s./:@,=+-]+$/.test(command) && !/\b(?:if|for|while|do|then|fi|done|coproc)\b|^\w+=/.test(command)
  return [
    `true && ${command}`,
    `( ${command}\n)`,
    `{ ${command}\n}`,
    `if true; then ${command}\nfi`,
    ...(quoted
      ? [
          command.replaceAll(' ', '   '),
          command.replace(/\S+/g, (word) => `"${word}"`),
          command.replace(/\S+/g, (word) => `${word.slice(0, 1)}''${word.slice(1)}`),
        ]
      : []),
  ]
}
