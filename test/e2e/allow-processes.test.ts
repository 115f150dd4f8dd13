import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from './harness/sandbox.ts'
import { auditOf, BIN, inSandbox } from './harness/site.ts'
import { openTerminal } from './harness/terminal.ts'

/** A program that an agent started cannot allow anything, whatever terminal it makes for itself. */

const ALLOW = `'${process.execPath}' '${BIN}' allow k3f9q2`
/** When the agent has ended. */
const LATER = 'sleep 3; '

const attempts: readonly (readonly [name: string, command: string, why: RegExp])[] = [
  ['in the terminal of the agent', ALLOW, /`claude` started it/],
  ['without a terminal', `setsid ${ALLOW} </dev/null >/dev/null 2>&1`, /not a terminal/],
  ['in a terminal that `script` makes', `script -qc "${ALLOW}" /dev/null </dev/null`, /`claude` started it/],
  [
    'in a terminal that `script` makes after the agent has ended',
    `setsid sh -c '${LATER}exec script -qc "$1" /dev/null' x "${ALLOW}" </dev/null >/dev/null 2>&1 &`,
    /`script` made this terminal/,
  ],
  [
    'in a tmux session that no screen shows',
    `tmux -L evil -f /dev/null new-session -d "${LATER}${ALLOW}; sleep 9"`,
    /no screen shows/,
  ],
  [
    'in a tmux session that `script` shows',
    `tmux -L evil -f /dev/null new-session -d -s e "${LATER}${ALLOW}; sleep 9"; setsid script -qfc "tmux -L evil attach -t e" /dev/null </dev/null >/dev/null 2>&1 &`,
    /no screen shows/,
  ],
]

interface ApprovalLine {
  readonly approval?: { readonly state: string; readonly id: string; readonly why?: string }
}

async function lastStep(sandbox: Sandbox): Promise<ApprovalLine['approval']> {
  for (let round = 0; round < 200; round++) {
    const found = auditOf(sandbox).findLast((line) => (line as ApprovalLine).approval !== undefined)
    if (found !== undefined) return (found as ApprovalLine).approval
    await sleep(100)
  }
  return undefined
}

describe('a program that an agent started', () => {
  it.each(attempts)('cannot allow a call %s', (_, command, why) =>
    inSandbox({}, async (sandbox) => {
      const agent = join(sandbox.tmp, 'claude')
      writeFileSync(agent, '#!/bin/sh\neval "$1"\nsleep 1\n')
      chmodSync(agent, 0o700)
      const env = {
        PATH: process.env['PATH'] ?? '',
        HOME: sandbox.home,
        XDG_RUNTIME_DIR: sandbox.tmp,
        TMUX_TMPDIR: sandbox.tmp,
      }
      const terminal = openTerminal(sandbox, { program: agent, args: [command], env, isWatched: true })
      try {
        expect(await lastStep(sandbox)).toMatchObject({
          state: 'refused',
          id: 'k3f9q2',
          why: expect.stringMatching(why),
        })
      } finally {
        await terminal.close()
      }
    }),
  )

  it('is what makes the difference: the same terminal without an agent goes on to say that the id is unknown', () =>
    inSandbox({}, async (sandbox) => {
      const env = { PATH: process.env['PATH'] ?? '', HOME: sandbox.home, XDG_RUNTIME_DIR: sandbox.tmp }
      const program = process.execPath
      const terminal = openTerminal(sandbox, { program, args: [BIN, 'allow', 'k3f9q2'], env, isWatched: true })
      try {
        await terminal.until(/the id is unknown/)
      } finally {
        await terminal.close()
      }
      expect(auditOf(sandbox)).toEqual([])
    }))
})
