// A program in a real terminal, for what it does only where a person sits: tmux gives the keys and reads the screen.

import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../../packages/runtime/src/system/files/alive.ts'
import type { Sandbox } from './sandbox.ts'

export interface Terminal {
  /** Types text as it stands. */
  type(text: string): void
  /** Presses a key by its tmux name: `Enter`, `Down`, `C-c`. */
  press(key: string): void
  /** Waits until the screen shows something, and gives that screen. */
  until(pattern: RegExp): Promise<string>
  /** Presses a key until the screen shows something: a dialog that has just opened takes none yet. */
  pressUntil(key: string, pattern: RegExp): Promise<string>
  /** Hangs up, and waits until the program is gone. */
  close(): Promise<void>
}

export interface TerminalOptions {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** A screen shows it, as when a person has attached to the session. */
  readonly isWatched?: boolean
}

const WAIT_MS = 30_000
const LOOK_MS = 100

/** Each terminal has a tmux server of its own, whose socket lies in the sandbox. */
export function openTerminal(sandbox: Sandbox, { program, args, env, isWatched }: TerminalOptions): Terminal {
  const socket = `${sandbox.tmp}/tmux-${Date.now().toString(36)}`
  const tmux = (...words: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], {
      env: { PATH: process.env['PATH'], HOME: sandbox.home, LANG: 'C.UTF-8', TERM: 'xterm-256color' },
      encoding: 'utf8',
      stdio: 'pipe',
    })
  const variables = Object.entries({ TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env })
  const clean = ['env', '-i', ...variables.map(([name, value]) => `${name}=${value}`), program, ...args]
  // A program that asks whether a person is there must not start before the screen is.
  const afterScreen = ['sh', '-c', `tmux -S '${socket}' wait-for screen; exec "$@"`, 'sh', ...clean]
  const command = isWatched === true ? afterScreen : clean
  const size = ['-x', '140', '-y', '50']
  // The last words of a program that ends stay on the screen.
  const first = ['start-server', ';', 'set-option', '-g', 'remain-on-exit', 'on', ';']
  tmux(...first, 'new-session', '-d', '-s', 'it', ...size, '-c', sandbox.project, ...command)
  if (isWatched === true) {
    watch(socket)
    for (let round = 0; round < WAIT_MS / LOOK_MS && tmux('list-clients', '-t', 'it') === ''; round++)
      execFileSync('sleep', [String(LOOK_MS / 1000)])
    tmux('wait-for', '-S', 'screen')
  }
  const pid = Number(tmux('display-message', '-p', '-t', 'it', '#{pane_pid}'))
  // A few lines more than is seen: the note that a program has ended pushes its words out of sight.
  const screen = (): string => tmux('capture-pane', '-p', '-t', 'it', '-S', '-3')
  const press = (key: string): void => void tmux('send-keys', '-t', 'it', key)
  async function until(pattern: RegExp, everyRound: (round: number) => void = () => undefined): Promise<string> {
    for (let round = 0; round < WAIT_MS / LOOK_MS; round++) {
      const shown = screen()
      if (pattern.test(shown)) return shown
      everyRound(round)
      await sleep(LOOK_MS)
    }
    throw new Error(`the screen never showed ${pattern}; it shows:\n${screen()}`)
  }
  return {
    type: (text) => void tmux('send-keys', '-t', 'it', '-l', text),
    press,
    until: (pattern) => until(pattern),
    pressUntil: (key, pattern) => until(pattern, (round) => (round % 10 === 0 ? press(key) : undefined)),
    async close() {
      tmux('kill-server')
      for (const end = Date.now() + WAIT_MS; isAlive(pid); await sleep(LOOK_MS)) {
        if (Date.now() > end) process.kill(pid, 'SIGKILL')
      }
    },
  }
}

/** Attaches to the session from a terminal of its own. It ends with the session. */
function watch(socket: string): void {
  const env = { PATH: process.env['PATH'], LANG: 'C.UTF-8', TERM: 'xterm-256color' }
  // Under a name of its own: what `script` shows is not what a person sees.
  const screen = join(dirname(socket), `emulator-${basename(socket)}`)
  copyFileSync('/usr/bin/script', screen)
  chmodSync(screen, 0o700)
  // In a session of its own, so that nothing that started the tests counts as what started it.
  const line = `setsid '${screen}' -qfc "tmux -S '${socket}' attach -t it" /dev/null </dev/null >/dev/null 2>&1 &`
  execFileSync('/bin/sh', ['-c', line], { env, stdio: 'ignore' })
}
