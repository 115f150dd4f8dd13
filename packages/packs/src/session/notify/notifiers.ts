import { programOnPath } from '../../shared/programs.ts'
import type { Services } from '@holdpoint/engine'

export type Desktop = 'macos' | 'linux'

export interface NotifierCall {
  readonly program: string
  readonly args: readonly string[]
}

const TITLE = 'Claude Code'
const MAX_MESSAGE = 300

/** Terminals by the name they report; a click on the notification focuses them. */
const TERMINALS: Readonly<Record<string, string>> = {
  Apple_Terminal: 'com.apple.Terminal',
  'iTerm.app': 'com.googlecode.iterm2',
  vscode: 'com.microsoft.VSCode',
  WezTerm: 'com.github.wez.wezterm',
  ghostty: 'com.mitchellh.ghostty',
  WarpTerminal: 'dev.warp.Warp-Stable',
}

/** The text is always a separate argument, never part of a script. Undefined: no notifier is available. */
export function callFor(desktop: Desktop, type: string, message: string, services: Services): NotifierCall | undefined {
  const text = message.replace(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE) || 'The agent waits for you.'
  if (desktop === 'linux') {
    const program = programOnPath('notify-send', services)
    const urgency = type === 'permission_prompt' ? 'critical' : 'normal'
    return program === undefined ? undefined : { program, args: [`--urgency=${urgency}`, '--', TITLE, text] }
  }
  const sound = type === 'permission_prompt' ? 'Ping' : 'Glass'
  const notifier = programOnPath('terminal-notifier', services)
  if (notifier !== undefined) return { program: notifier, args: notifierArgs(text, sound, services) }
  const program = programOnPath('osascript', services)
  return program === undefined ? undefined : { program, args: ['-e', SCRIPT, TITLE, text, sound] }
}

const SCRIPT =
  'on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv) sound name (item 3 of argv)\nend run'

function notifierArgs(text: string, sound: string, { env }: Services): readonly string[] {
  const terminal = env('TERM_PROGRAM') ?? ''
  const bundle = Object.hasOwn(TERMINALS, terminal) ? TERMINALS[terminal] : undefined
  // A text that begins with a dash would be taken for an option.
  const message = text.startsWith('-') ? `\u200B${text}` : text
  return ['-title', TITLE, '-message', message, '-sound', sound, ...(bundle === undefined ? [] : ['-activate', bundle])]
}
