import { shown, type Effects, type Run } from '@holdpoint/shell'

/** What only the user may say. Also within code: `["holdpoint", "allow"]`. */
const SAID = /\bholdpoint(?:\.cjs)?[^\w]{1,6}(?:allow|snooze)\b/i

/** Programs that type into a terminal or a window, start others later or elsewhere, or make a terminal. */
const PASSING_ON =
  /^(?:tmux|byobu|tmate|screen|zellij|dtach|abduco|kitty|wezterm|xdotool|ydotool|dotool|wtype|osascript|expect|unbuffer|code|codium|cursor|at|batch|crontab|launchctl|systemd-run|socat|nc|ncat|netcat|docker|podman)$/

/** They send text anywhere, so only what goes to this machine counts. */
const FETCHING = /^(?:curl|wget|http|https|xh)$/
const HERE = /unix-socket|\blocalhost\b|\b127\.|\[::1\]/

const INTERPRETER = /^(?:node|nodejs|deno|bun|tsx|python[\d.]*|perl|ruby|php|lua|tclsh|wish|[gm]?awk|pwsh|powershell)$/

/** A request of Linux and BSD that puts characters into a terminal as if they were typed. */
const TYPING = /\bTIOCSTI\b|\b0x5412\b|\b0x80017472\b/i

const OUR_SOCKET = /\/holdpoint(?:-\w+)?\/[^\s'"]*\.sock\b/

/** The agent's host reads messages from it. Who sends there speaks in the place of the user. */
const HOST_SOCKET =
  /(?:\$\{?|environ\W{1,6}(?:get\W{1,3})?|process\.env\W{1,3}|ENV\W{1,3}|getenv\W{1,3}|printenv )(CLAUDE_CODE_MESSAGING_(?:SOCKET|TOKEN))/

/** The text with which a command would speak in the user's name, if it does. */
export function wordsOfUser(command: string, { runs, code, doubts }: Effects): string | undefined {
  const host = HOST_SOCKET.exec(command)?.[1]
  if (host !== undefined) return host
  const isUnread = code.length > 0 || doubts.some(({ about }) => about === 'code')
  for (const run of runs) {
    const text = textOf(run)
    const typed = TYPING.exec(text)?.[0] ?? OUR_SOCKET.exec(text)?.[0]
    if (typed !== undefined) return shown(typed)
    const said = SAID.exec(text)?.[0]
    if (said !== undefined && isPassedOn(run, text, isUnread)) return said.replaceAll(/[^\w]+/g, ' ')
  }
  return undefined
}

const isPassedOn = ({ program }: Run, text: string, isUnread: boolean): boolean =>
  PASSING_ON.test(program) || (FETCHING.test(program) && HERE.test(text)) || (isUnread && INTERPRETER.test(program))

const textOf = ({ args, stdin = '' }: Run): string => [...args, stdin].join(' ')
