import type { Message } from '@holdpoint/engine'
import { WOULD_RUN } from '../written.ts'

/** Every denial says how the user does it. */

const TERMINAL = 'in a terminal of their own'
const WHY = 'What holds an agent back is not for the agent to change.'

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
    what: '{path} holds the settings of hooks.',
    why: WHY,
    fix: `Tell the user what should change; they edit the file, or run \`holdpoint init\` or \`holdpoint uninstall\`, ${TERMINAL}.`,
  },
  script: {
    what: '{path} is run by the agent’s host, as a hook or for its status line.',
    why: WHY,
    fix: `Tell the user what should change; they edit the file ${TERMINAL}.`,
  },
  config: {
    what: '{path} is the configuration of holdpoint.',
    why: WHY,
    fix: `Tell the user what should change; they edit the file ${TERMINAL}. You may check it: holdpoint validate`,
  },
  state: {
    what: '{path} is kept by holdpoint.',
    why: 'A record that an agent can write proves nothing.',
    fix: '{note} You may look at it: holdpoint status',
  },
  program: {
    what: '{path} belongs to the program that runs the hooks, or would be found in its place.',
    why: WHY,
    fix: `The user installs and removes holdpoint ${TERMINAL}: npm install -g holdpoint, holdpoint uninstall`,
  },
  guard: {
    what: '{path} belongs to {note}, another guard that the user has installed.',
    why: WHY,
    fix: `The user changes it ${TERMINAL}.`,
  },
  part: {
    what: 'This changes the hooks in {path}, or may do so unseen.',
    why: WHY,
    fix: `Change the rest of the file with the Edit tool, so that it can be seen that the hooks stay; the user changes those ${TERMINAL}.`,
  },
  by_git: {
    what: 'Git would change {path}, which decides what the hooks do.',
    why: WHY,
    fix: `Name the other files one by one, or let the user run it ${TERMINAL}.`,
  },
  moved: {
    what: 'This brings another version of {path}, which decides what the hooks do.',
    why: 'An older or foreign version may hold less.',
    fix: 'Let it go on only if you know that version: git diff shows it.',
  },
  unclear: {
    what: 'This may change {path}, which decides what the hooks do.',
    why: 'What it really touches cannot be told before it runs.',
    fix: 'Let it go on only if you know that it does not.',
  },
  starts: {
    what: 'Needs approval: this changes {path}.',
    why: 'An agent starts the programs, hooks and servers that this file names.',
    fix: 'Approve it only if you asked for this change.',
  },
  unread: {
    what: 'Needs approval: this command is too large to be read to its end.',
    why: 'The part that was not read may change what the hooks do.',
    fix: 'Split it into smaller commands, or write a script and run that.',
  },
  command: {
    what: '`{command}` is for the user.',
    why: WHY,
    fix: `Ask the user to run it ${TERMINAL}. You may run: holdpoint check, list, explain, log, why, status, validate`,
  },
  package: {
    what: '`{command}` would remove or replace holdpoint.',
    why: WHY,
    fix: `The user does it ${TERMINAL}: holdpoint uninstall, then the package manager.`,
  },
  daemon: {
    what: '`{command}` would end a process of holdpoint.',
    why: WHY,
    fix: `The user does it ${TERMINAL}. You may look: holdpoint status`,
  },
  switch: {
    what: '{variable} would change what the hooks do.',
    why: WHY,
    fix: `Leave it out. The user sets it where the agent is started, or edits holdpoint.yml ${TERMINAL}.`,
  },
  agent: {
    what: '`{agent}` with `{flag}` would run without its hooks, or with others.',
    why: 'What an agent may not do, it may not let another do for it.',
    fix: `Start it without that, or let the user start it ${TERMINAL}.`,
  },
  guard_command: {
    what: '`{command}` would change {guard}, another guard that the user has installed.',
    why: WHY,
    fix: `The user runs it ${TERMINAL}.`,
  },
  'would-run': WOULD_RUN,
}
