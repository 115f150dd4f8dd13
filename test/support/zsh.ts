import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { FILES, PREAMBLE, PROGRAMS } from './zsh-grammar.ts'

/** What the host sets before every command. */
const OPTIONS = 'setopt NO_EXTENDED_GLOB NO_BARE_GLOB_QUAL NO_BRACE_CCL NO_MAGIC_EQUAL_SUBST'

const ZSH = '/usr/bin/zsh'
const [FIELD, RECORD] = ['\u001F', '\u001E']

export interface RealZsh {
  readonly home: string
  /** Where the programs are; `=alpha` is one of them. */
  readonly bin: string
  readonly cwd: string
  /** The programs that a command really started, each with its arguments. */
  ran(command: string): readonly (readonly string[])[]
  close(): void
}

/** zsh in a directory of its own, where the only programs note their arguments. */
export function openZsh(): RealZsh {
  const root = mkdtempSync(join(tmpdir(), 'holdpoint-zsh-'))
  const [home, bin] = [join(root, 'home'), join(root, 'bin')]
  const cwd = join(home, 'work')
  mkdirSync(bin)
  for (const name of [...PROGRAMS, 'cat', 'more', 'pager']) {
    const program = join(bin, name)
    // One write, so that the notes of two programs do not mix.
    writeFileSync(program, `#!/bin/sh\nprintf '%s' "$(printf '%s\\037' ${name} "$@"; printf '\\036')" >&3\n`)
    chmodSync(program, 0o755)
  }
  const env = { HOME: home, PATH: bin, LC_ALL: 'C.UTF-8' }
  return {
    home,
    bin,
    cwd,
    ran(command) {
      rmSync(home, { recursive: true, force: true })
      for (const file of FILES) {
        mkdirSync(dirname(join(cwd, file)), { recursive: true })
        writeFileSync(join(cwd, file), '')
      }
      const args = ['-f', '-c', `${OPTIONS}; ${PREAMBLE}; c=$1; shift; eval "$c"; wait`, 'zsh', command]
      // The pipe ends with the last program, even one in the background.
      const stdio = ['ignore', 'ignore', 'ignore', 'pipe'] as const
      const { output } = spawnSync(ZSH, args, { cwd, env, stdio: [...stdio], timeout: 10_000, encoding: 'utf8' })
      return records(output?.[3] ?? '')
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}

const records = (text: string): readonly (readonly string[])[] =>
  text
    .split(RECORD)
    .filter((record) => record !== '')
    .map((record) => record.split(FIELD).slice(0, -1))

/** Whether zsh would read a text. Nothing in it runs. */
export const isRead = ({ home }: RealZsh, text: string): boolean =>
  // A line in front, so that a text with a dash is no option.
  spawnSync(ZSH, ['-f', '-n', '-c', `\n${text}`], { cwd: home, env: { PATH: '/nonexistent' }, stdio: 'ignore' })
    .status === 0
