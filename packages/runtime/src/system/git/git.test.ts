import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory, aRepository } from '../../../../../test/process/support/temporary.ts'
import { run } from '../process/run.ts'
import { openGit } from './git.ts'

const git = openGit({
  env: process.env,
  run: (program, args, options) => run(program, args, { ...options, signal: new AbortController().signal }),
})

describe('log', () => {
  it('gives the newest commits first, one line each', async () => {
    const { path } = aRepository({ commits: ['one', 'two – é', 'three'] })
    expect((await git.log(path, 2)).map((line) => line.replace(/^[0-9a-f]{7,} /, ''))).toEqual(['three', 'two – é'])
  })

  it.each([
    ['outside of a repository', () => aDirectory().path],
    ['in a repository without a commit', () => aRepository({ commits: [] }).path],
    ['where there is no directory', () => '/nowhere/at/all'],
  ])('is empty %s', async (_, where) => {
    expect(await git.log(where(), 5)).toEqual([])
  })

  it('starts nothing that the repository names', async () => {
    const { path, write, git: command } = aRepository()
    const trap = join(path, 'trap.sh')
    write({ 'trap.sh': `#!/bin/sh\ntouch ${path}/sprung\ncat\n` })
    chmodSync(trap, 0o755)
    for (const key of ['core.fsmonitor', 'core.pager', 'pager.log', 'gpg.program', 'diff.external']) {
      command('config', key, trap)
    }
    command('config', 'log.showSignature', 'true')
    expect(await git.log(path, 5)).toHaveLength(1)
    expect(existsSync(join(path, 'sprung'))).toBe(false)
  })

  it('is not coloured or decorated, whatever the configuration says', async () => {
    const { path, git: command } = aRepository({ commits: ['only'] })
    command('config', 'color.ui', 'always')
    command('config', 'log.decorate', 'full')
    expect((await git.log(path, 1))[0]).toMatch(/^[0-9a-f]{7,} only$/)
  })
})
