import type { ProcessFacts, ProcessTable } from '../system/process/ancestry.ts'
import { whyNoPerson } from './person.ts'

type Row = readonly [pid: number, parent: number, terminal: string, args: string, variables?: string]

/** The process that is judged is the first row. */
const table = (rows: readonly Row[]): ProcessTable => {
  const facts = new Map<number, ProcessFacts>(
    rows.map(([pid, parent, terminal, args, variables]) => [
      pid,
      {
        parent,
        terminal,
        args: args.split(' '),
        ...(variables !== undefined && { variables: new Set(variables.split(' ')) }),
      },
    ]),
  )
  return { get: (pid) => facts.get(pid), pids: () => [...facts.keys()] }
}

const INIT: Row = [1, 0, '', '/sbin/init']

describe('whyNoPerson', () => {
  it.each<{ name: string; rows: readonly Row[] }>([
    {
      name: 'a shell in a terminal emulator',
      rows: [[9, 8, 'pts/1', 'node holdpoint allow x'], [8, 7, 'pts/1', 'bash'], [7, 1, '', 'kitty'], INIT],
    },
    {
      name: 'a shell over ssh',
      rows: [[9, 8, 'pts/1', 'node holdpoint'], [8, 7, 'pts/1', '-zsh'], [7, 1, '', 'sshd: dev@pts/1'], INIT],
    },
    {
      name: 'a console',
      rows: [[9, 8, 'tty1', 'node holdpoint'], [8, 7, 'tty1', '-bash'], [7, 1, 'tty1', 'login -- dev'], INIT],
    },
    {
      name: 'a container that starts with a shell',
      rows: [
        [9, 1, 'pts/0', 'node holdpoint'],
        [1, 0, 'pts/0', 'bash'],
      ],
    },
    {
      name: 'a tmux session that someone watches',
      rows: [
        [9, 8, 'pts/2', 'node holdpoint'],
        [8, 7, 'pts/2', 'bash'],
        [7, 1, '', 'tmux: server'],
        [6, 5, 'pts/1', 'tmux: client attach'],
        [5, 4, 'pts/1', 'zsh'],
        [4, 1, '', 'alacritty'],
        INIT,
      ],
    },
    {
      name: 'a terminal of an editor on another machine',
      rows: [
        [9, 8, 'pts/1', 'node holdpoint'],
        [8, 7, 'pts/1', 'bash'],
        [7, 6, '', '/home/dev/.vscode-server/node bootstrap-fork --type=ptyHost'],
        INIT,
      ],
    },
    {
      name: 'a terminal emulator that starts with tmux',
      rows: [
        [9, 8, 'pts/2', 'node holdpoint'],
        [8, 7, 'pts/2', 'bash'],
        [7, 1, '', 'tmux attach'],
        [6, 5, 'pts/1', 'tmux attach'],
        [5, 1, '', 'alacritty -e tmux attach'],
        INIT,
      ],
    },
    {
      name: 'a tmux server with a name that someone watches',
      rows: [
        [9, 8, 'pts/2', 'node holdpoint'],
        [8, 7, 'pts/2', 'bash'],
        [7, 1, '', 'tmux -L work new-session'],
        [6, 5, 'pts/1', 'tmux -Lwork attach'],
        [5, 4, 'pts/1', 'zsh'],
        [4, 1, '', 'alacritty'],
        INIT,
      ],
    },
  ])('a person may sit at $name', ({ rows }) => {
    expect(whyNoPerson(9, table(rows))).toBeUndefined()
  })

  it.each<{ name: string; rows: readonly Row[]; why: RegExp }>([
    {
      name: 'a command of an agent',
      rows: [[9, 8, 'pts/1', 'node holdpoint'], [8, 7, 'pts/1', 'bash -c x'], [7, 6, 'pts/1', 'claude'], INIT],
      why: /claude/,
    },
    {
      name: 'an agent that Node runs',
      rows: [[9, 8, 'pts/1', 'node holdpoint'], [8, 7, 'pts/1', 'node /opt/gemini.js'], [7, 1, '', 'kitty'], INIT],
      why: /gemini/,
    },
    {
      name: 'a program that has the marks of an agent',
      rows: [[9, 8, 'pts/1', 'node holdpoint'], [8, 7, 'pts/1', 'bash', 'PATH CLAUDECODE'], [7, 1, '', 'kitty'], INIT],
      why: /agent/,
    },
    { name: 'a program without a terminal', rows: [[9, 1, '', 'node holdpoint'], INIT], why: /no terminal/ },
    {
      name: 'a terminal that `script` made',
      rows: [[9, 8, 'pts/1', 'sh'], [8, 1, '', 'script -qc x /dev/null'], INIT],
      why: /`script` made/,
    },
    {
      name: 'a terminal that Python made',
      rows: [[9, 8, 'pts/1', 'sh'], [8, 1, '', '/usr/bin/python3 pty.py'], INIT],
      why: /`python3` made/,
    },
    {
      name: 'a shell whose starter has ended',
      rows: [[9, 8, 'pts/1', 'node holdpoint'], [8, 1, 'pts/1', 'sh -c x'], INIT],
      why: /has ended/,
    },
    {
      name: 'a tmux session that nobody watches',
      rows: [[9, 8, 'pts/2', 'node holdpoint'], [8, 7, 'pts/2', 'bash'], [7, 1, '', 'tmux: server'], INIT],
      why: /no screen/,
    },
    {
      name: 'a tmux session that an agent watches',
      rows: [
        [9, 8, 'pts/2', 'node holdpoint'],
        [8, 7, 'pts/2', 'bash'],
        [7, 1, '', 'tmux: server'],
        [6, 5, 'pts/1', 'tmux attach'],
        [5, 1, 'pts/1', 'claude'],
        INIT,
      ],
      why: /no screen/,
    },
    {
      name: 'a tmux session that a script watches',
      rows: [
        [9, 8, 'pts/2', 'node holdpoint'],
        [8, 7, 'pts/2', 'bash'],
        [7, 1, '', 'tmux: server'],
        [6, 5, 'pts/1', 'tmux attach'],
        [5, 1, '', 'script -qfc tmux'],
        INIT,
      ],
      why: /no screen/,
    },
    {
      name: 'a tmux server of its own, while someone watches another',
      rows: [
        [9, 8, 'pts/2', 'node holdpoint'],
        [8, 7, 'pts/2', 'bash'],
        [7, 1, '', 'tmux -L mine new-session -d'],
        [6, 5, 'pts/1', 'tmux attach'],
        [5, 4, 'pts/1', 'zsh'],
        [4, 1, '', 'alacritty'],
        INIT,
      ],
      why: /no screen/,
    },
    {
      name: 'a tmux session that only shows itself',
      rows: [
        [9, 8, 'pts/2', 'node holdpoint'],
        [8, 7, 'pts/2', 'bash'],
        [7, 1, '', 'tmux: server'],
        [6, 8, 'pts/2', 'tmux attach'],
        INIT,
      ],
      why: /no screen/,
    },
    { name: 'a process that is gone', rows: [INIT], why: /no terminal/ },
  ])('no person sits at $name', ({ rows, why }) => {
    expect(whyNoPerson(9, table(rows))).toMatch(why)
  })
})
