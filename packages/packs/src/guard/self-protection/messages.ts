import type { Message } from '@holdpoint/engine'
import { WOULD_RUN } from '../written.ts'

/** Every denial says how the user does it. */

const TERMINAL = 'in their own terminal'
const WHY = 'Agents cannot change their own limits.'

export type MessageId =
  | 'settings'
  | 'script'
  | 'config'
  | 'state'
  | 'program'
  | 'guard'
  | 'part'
  | 'by_git'
  | 'moved'
  | 'unclear'
  | 'starts'
  | 'unread'
  | 'command'
  | 'package'
  | 'daemon'
  | 'switch'
  | 'agent'
  | 'guard_command'
  | 'would-run'

export const MESSAGES: Readonly<Record<MessageId, Message>> = {
  settings: {
    what: '`{path}` contains the settings of hooks.',
    why: WHY,
    fix: `Tell the user what should change. They edit the file, or run \`holdpoint init\` or \`holdpoint uninstall\`, ${TERMINAL}.`,
  },
  script: {
    what: 'the agent’s host executes `{path}` as a hook or for its status line.',
    why: WHY,
    fix: `Tell the user what should change. They edit the file ${TERMINAL}.`,
  },
  config: {
    what: '`{path}` is Holdpoint’s configuration.',
    why: WHY,
    fix: `Tell the user what should change. They edit the file ${TERMINAL}. To check it: \`holdpoint validate\`.`,
  },
  state: {
    what: 'Holdpoint keeps `{path}`.',
    why: 'A record that an agent can write proves nothing.',
    fix: '{note} To see it: `holdpoint status`.',
  },
  program: {
    what: '`{path}` belongs to the program that runs the hooks, or would be found in its place.',
    why: WHY,
    fix: `The user installs and removes Holdpoint ${TERMINAL}, with \`npm install -g holdpoint\` and \`holdpoint uninstall\`.`,
  },
  guard: {
    what: '`{path}` belongs to {note}, another guard that the user has installed.',
    why: WHY,
    fix: `The user changes it ${TERMINAL}.`,
  },
  part: {
    what: 'this changes the hooks in `{path}`, or may change them.',
    why: WHY,
    fix: `Change the rest of the file with the Edit tool, which shows that the hooks stay the same. The user changes hooks ${TERMINAL}.`,
  },
  by_git: {
    what: 'git would change `{path}`, which controls the hooks.',
    why: WHY,
    fix: `Name the other files one by one, or ask the user to run it ${TERMINAL}.`,
  },
  moved: {
    what: 'this brings another version of `{path}`, which controls the hooks.',
    why: 'An older or unknown version may allow more.',
    fix: 'Approve it only if you know that version. `git diff` shows it.',
  },
  unclear: {
    what: 'this may change `{path}`, which controls the hooks.',
    why: 'The files that it changes are unknown until it runs.',
    fix: 'Approve it only if you know that it does not change them.',
  },
  starts: {
    what: 'this changes `{path}`.',
    why: 'An agent starts the programs, hooks and servers that this file names.',
    fix: 'Approve it only if you asked for it.',
  },
  unread: {
    what: 'this command is too large to be read to the end.',
    why: 'The unread part may change the hooks.',
    fix: 'Split it into smaller commands, or write a script and run it.',
  },
  command: {
    what: 'only the user may run `{command}`.',
    why: WHY,
    fix: `Ask the user to run it ${TERMINAL}. You may run \`holdpoint check\`, \`list\`, \`explain\`, \`log\`, \`why\`, \`status\` and \`validate\`.`,
  },
  package: {
    what: '`{command}` would remove or replace Holdpoint.',
    why: WHY,
    fix: `The user does it ${TERMINAL}: \`holdpoint uninstall\`, then the package manager.`,
  },
  daemon: {
    what: '`{command}` would end a Holdpoint process.',
    why: WHY,
    fix: `The user does it ${TERMINAL}. To see the processes: \`holdpoint status\`.`,
  },
  switch: {
    what: '`{variable}` would change what the hooks do.',
    why: WHY,
    fix: `Remove it. The user sets it where the agent is started, or edits holdpoint.yml ${TERMINAL}.`,
  },
  agent: {
    what: '`{agent}` with `{flag}` would run without its hooks, or with other hooks.',
    why: 'The limits of an agent also hold for agents that it starts.',
    fix: `Start it without \`{flag}\`, or ask the user to start it ${TERMINAL}.`,
  },
  guard_command: {
    what: '`{command}` would change {guard}, another guard that the user has installed.',
    why: WHY,
    fix: `The user runs it ${TERMINAL}.`,
  },
  'would-run': WOULD_RUN,
}
