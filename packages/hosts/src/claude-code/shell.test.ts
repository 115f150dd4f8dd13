import { describe, expect, it } from 'vitest'
import { shellOf } from './shell.ts'

/** A machine with these programs; what a link points at stands behind it. */
const machine = (...programs: readonly string[]): ((path: string) => string | undefined) => {
  const files = new Map(
    programs.map((program) => program.split(' -> ')).map(([path = '', real = path]) => [path, real]),
  )
  return (path) => files.get(path)
}

const BOTH = ['/bin/bash', '/bin/zsh']

describe('the shell in which the CLI runs a command', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[], 'bash' | 'zsh' | undefined]>([
    ['is the one the CLI is told', { CLAUDE_CODE_SHELL: '/bin/zsh', SHELL: '/bin/bash' }, BOTH, 'zsh'],
    ['is the one the CLI is told, bash', { CLAUDE_CODE_SHELL: '/bin/bash', SHELL: '/bin/zsh' }, BOTH, 'bash'],
    [
      'is found on PATH by its name',
      { CLAUDE_CODE_SHELL: 'zsh', SHELL: '/bin/bash', PATH: '/opt/z' },
      ['/opt/z/zsh', ...BOTH],
      'zsh',
    ],
    [
      'is never another one that it is told',
      { CLAUDE_CODE_SHELL: '/bin/fish', SHELL: '/bin/bash' },
      [...BOTH, '/bin/fish'],
      'bash',
    ],
    ['is not one that is not there', { CLAUDE_CODE_SHELL: '/opt/zsh', SHELL: '/bin/bash' }, BOTH, 'bash'],
    ["is the user's", { SHELL: '/bin/zsh' }, BOTH, 'zsh'],
    ["is the user's bash", { SHELL: '/usr/local/bin/bash' }, ['/usr/local/bin/bash', ...BOTH], 'bash'],
    ["is another bash when the user's is gone", { SHELL: '/gone/bash' }, BOTH, 'bash'],
    ["is zsh when the user's is neither", { SHELL: '/usr/bin/fish' }, [...BOTH, '/usr/bin/fish'], 'zsh'],
    ['is zsh when the user has none', {}, BOTH, 'zsh'],
    ['is bash when there is no zsh', {}, ['/bin/bash'], 'bash'],
    ['is found where Homebrew puts it', {}, ['/opt/homebrew/bin/zsh', '/bin/bash'], 'zsh'],
    ['is known by its version', { SHELL: '/bin/zsh' }, ['/bin/zsh -> /bin/zsh-5.9'], 'zsh'],
    [
      'is not known behind a link to another',
      { SHELL: '/home/me/zsh' },
      ['/home/me/zsh -> /bin/bash', ...BOTH],
      undefined,
    ],
    ['is not known by its directory', { SHELL: '/opt/bash/sh' }, ['/opt/bash/sh', ...BOTH], undefined],
    [
      'is not known where a settings file of the project names it',
      { CLAUDE_CODE_SHELL: '?', SHELL: '/bin/bash' },
      BOTH,
      undefined,
    ],
    ['is not known where there is none', {}, [], undefined],
  ])('%s', (_name, env, programs, expected) => {
    expect(shellOf({ env, resolveProgram: machine(...programs) })).toBe(expected)
  })

  it('is not known to somebody who cannot look', () => {
    expect(shellOf({ env: { SHELL: '/bin/bash' } })).toBeUndefined()
  })
})
