import { spawn } from 'node:child_process'
import type { Env } from '@holdpoint/engine'

/** The program that opens an address in the user's browser; undefined where no user would see it. */
export function browserCommand(env: Env, platform: string, isTerminal: boolean): string | undefined {
  if (!isTerminal || (env['CI'] ?? '') !== '') return undefined
  if (platform === 'darwin') return (env['SSH_CONNECTION'] ?? '') === '' ? 'open' : undefined
  const hasDisplay = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((name = '') => name !== '')
  return hasDisplay ? 'xdg-open' : undefined
}

/** Without a shell, and without waiting: the terminal shows the link in case no browser opens. */
export function openBrowser(program: string, address: string): void {
  spawn(program, [address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
