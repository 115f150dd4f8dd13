import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TemporaryProject } from '../../../packages/testing/src/repository.ts'
import { aDirectory, aRepository } from './temporary.ts'

/** A repository that names a program of its own wherever git would start one. Each leaves a file when it runs. */
export interface Hostile extends TemporaryProject {
  /** A program that records that it ran, and then does what `then` says. */
  trap(then?: string): string
  /** Variables that the repository's settings would give to the session. */
  readonly env: Record<string, string>
  /** How often its programs have run. */
  sprung(): number
}

export interface Plant {
  readonly what: string
  plant(hostile: Hostile): void
}

/** With a changed source, a plan, a binary and a file that git has to read again, so that git has work to do. */
export function aHostileRepository({ plant }: Plant): Hostile {
  const project = aRepository()
  const markers = aDirectory().path
  let traps = 0
  const hostile: Hostile = {
    ...project,
    env: {},
    trap(then = 'cat') {
      const file = join(project.path, '.traps', `trap-${++traps}.sh`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `#!/bin/sh\n: > "$(mktemp ${markers}/XXXXXX)"\n${then}\n`)
      chmodSync(file, 0o755)
      return file
    },
    sprung: () => readdirSync(markers).length,
  }
  project.write({
    '.gitignore': '.traps\n',
    'MASTER_PLAN.md': '# Plan\n\n## Phase 1: Start\n**Status:** in-progress\n- DEC-A-001: so\n',
    'src/app.ts': '// @decision DEC-A-001\nexport const a = 1\n'.repeat(20),
    'src/same.ts': 'export const b = 1\n',
    'data.bin': 'one\n',
  })
  project.git('add', '.')
  project.git('commit', '--quiet', '-m', 'two')
  plant(hostile)
  project.write({ 'src/app.ts': '// @decision DEC-A-001\nexport const a = 2\n'.repeat(20), 'data.bin': 'two\n' })
  // The same content with another mtime: git reads it again before it reports it as unchanged.
  utimesSync(join(project.path, 'src/same.ts'), new Date(), new Date(1_700_000_000_000))
  rmSync(markers, { recursive: true })
  mkdirSync(markers)
  return hostile
}

const attributes = (hostile: Hostile, text: string): void => hostile.write({ '.git/info/attributes': text })

const setting =
  (key: string, then?: string) =>
  (hostile: Hostile): void =>
    void hostile.git('config', key, hostile.trap(then))

const filter = (name: string, key = 'clean') => ({
  what: `filter.${name}.${key}`,
  plant(hostile: Hostile): void {
    attributes(hostile, `*.ts filter=${name}\n*.bin filter=${name}\n`)
    hostile.git('config', `filter.${name}.${key}`, hostile.trap())
  },
})

/** An object that the index names is missing, and the repository configures who has it. */
function promised(hostile: Hostile, url: string): void {
  hostile.git('config', 'core.repositoryFormatVersion', '1')
  hostile.git('config', 'extensions.partialClone', 'origin')
  hostile.git('config', 'remote.origin.promisor', 'true')
  hostile.git('config', 'remote.origin.url', url)
  for (const path of ['src/app.ts', 'data.bin']) {
    const id = hostile.git('rev-parse', `HEAD:${path}`).trim()
    rmSync(join(hostile.path, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true })
  }
}

function gitHook(hostile: Hostile, folder: string): void {
  for (const name of ['post-index-change', 'fsmonitor-watchman', 'query-watchman', 'reference-transaction']) {
    const file = join(folder, name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, `#!/bin/sh\nexec ${hostile.trap()}\n`)
    chmodSync(file, 0o755)
  }
}

export const PLANTS: readonly Plant[] = [
  filter('x'),
  filter('x', 'process'),
  filter('Upper.Case.and-dots'),
  filter('a=b'),
  {
    what: 'a required filter that fails',
    plant(hostile) {
      attributes(hostile, '*.ts filter=x\n')
      setting('filter.x.clean', 'exit 1')(hostile)
      hostile.git('config', 'filter.x.required', 'true')
    },
  },
  {
    what: 'a filter in a file that the configuration includes',
    plant(hostile) {
      attributes(hostile, '*.ts filter=inc\n')
      hostile.write({ '.traps/more': `[filter "inc"]\n\tclean = ${hostile.trap()}\n` })
      hostile.git('config', 'include.path', join(hostile.path, '.traps/more'))
    },
  },
  {
    what: 'a filter that is included for this branch only',
    plant(hostile) {
      attributes(hostile, '*.ts filter=inc\n')
      hostile.write({ '.traps/more': `[filter "inc"]\n\tclean = ${hostile.trap()}\n` })
      hostile.git('config', 'includeIf.onbranch:feature/**.path', join(hostile.path, '.traps/more'))
    },
  },
  {
    what: 'a filter of this work tree',
    plant(hostile) {
      attributes(hostile, '*.ts filter=x\n')
      hostile.git('config', 'extensions.worktreeConfig', 'true')
      hostile.git('config', '--worktree', 'filter.x.clean', hostile.trap())
    },
  },
  {
    what: 'a filter whose name is not UTF-8',
    plant(hostile) {
      const name = Buffer.from([0x66, 0xe9])
      mkdirSync(join(hostile.path, '.git/info'), { recursive: true })
      writeFileSync(join(hostile.path, '.git/info/attributes'), Buffer.concat([Buffer.from('*.ts filter='), name]))
      const config = Buffer.concat([Buffer.from('[filter "'), name, Buffer.from(`"]\n\tclean = ${hostile.trap()}\n`)])
      writeFileSync(join(hostile.path, '.git/config'), config, { flag: 'a' })
    },
  },
  { what: 'core.fsmonitor', plant: setting('core.fsmonitor') },
  {
    what: 'hooks of the repository',
    plant: (hostile) => gitHook(hostile, join(hostile.path, '.git/hooks')),
  },
  {
    what: 'core.hooksPath',
    plant(hostile) {
      gitHook(hostile, join(hostile.path, '.traps/hooks'))
      hostile.git('config', 'core.hooksPath', join(hostile.path, '.traps/hooks'))
    },
  },
  { what: 'diff.external', plant: setting('diff.external') },
  {
    what: 'diff.x.command',
    plant(hostile) {
      attributes(hostile, '*.ts diff=x\n')
      setting('diff.x.command')(hostile)
    },
  },
  {
    what: 'diff.x.textconv',
    plant(hostile) {
      attributes(hostile, '*.ts diff=x\n')
      setting('diff.x.textconv', 'cat "$1"')(hostile)
    },
  },
  {
    what: 'pagers',
    plant(hostile) {
      for (const key of ['core.pager', 'pager.log', 'pager.status', 'pager.diff', 'pager.config', 'pager.grep'])
        setting(key)(hostile)
    },
  },
  {
    what: 'gpg',
    plant(hostile) {
      for (const key of ['gpg.program', 'gpg.openpgp.program', 'gpg.ssh.program', 'gpg.x509.program'])
        setting(key)(hostile)
      hostile.git('config', 'log.showSignature', 'true')
      hostile.git('config', 'user.signingKey', 'x')
      const body = hostile.git('cat-file', 'commit', 'HEAD')
      const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n'
      const at = body.indexOf('\n\n') + 1
      hostile.write({ '.traps/commit': body.slice(0, at) + signature + body.slice(at) })
      const id = hostile.git('hash-object', '-t', 'commit', '-w', '.traps/commit').trim()
      hostile.git('update-ref', 'HEAD', id)
    },
  },
  {
    what: 'a submodule with a filter and a monitor of its own',
    plant(hostile) {
      const source = aRepository()
      source.write({ 'in.ts': 'one\n' })
      source.git('add', '.')
      source.git('commit', '--quiet', '-m', 'in')
      hostile.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', source.path, 'sub')
      hostile.git('commit', '--quiet', '-m', 'sub')
      hostile.git('config', 'diff.submodule', 'diff')
      hostile.git('config', 'status.submoduleSummary', 'true')
      hostile.git('config', 'submodule.recurse', 'true')
      hostile.git('config', 'submodule.sub.ignore', 'none')
      hostile.write({ '.git/modules/sub/info/attributes': '*.ts filter=x diff=x\n', 'sub/in.ts': 'two\n' })
      for (const key of ['filter.x.clean', 'diff.x.textconv', 'core.fsmonitor', 'diff.external'])
        hostile.git('-C', 'sub', 'config', key, hostile.trap())
    },
  },
  {
    what: 'a partial clone whose other side is a program',
    plant(hostile) {
      promised(hostile, aRepository().path)
      setting('remote.origin.uploadpack', 'exit 1')(hostile)
    },
  },
  {
    what: 'a partial clone that is reached by ext::',
    plant(hostile) {
      hostile.git('config', 'protocol.ext.allow', 'always')
      promised(hostile, `ext::${hostile.trap('exit 1')}`)
    },
  },
  {
    what: 'a partial clone that is reached by ssh',
    plant(hostile) {
      promised(hostile, 'git@localhost:x.git')
      for (const key of ['core.sshCommand', 'core.gitProxy', 'core.askPass', 'credential.helper'])
        setting(key, 'exit 1')(hostile)
      hostile.env['GIT_SSH_COMMAND'] = hostile.trap('exit 1')
    },
  },
  {
    what: 'aliases of our commands',
    plant(hostile) {
      for (const name of ['status', 'log', 'diff', 'ls-files', 'rev-list', 'grep', 'config'])
        hostile.git('config', `alias.${name}`, `!${hostile.trap()}`)
    },
  },
  {
    what: 'variables that name programs',
    plant(hostile) {
      for (const name of [
        'GIT_EXTERNAL_DIFF',
        'GIT_PAGER',
        'PAGER',
        'GIT_SSH',
        'GIT_ASKPASS',
        'SSH_ASKPASS',
        'GIT_EDITOR',
      ])
        hostile.env[name] = hostile.trap()
    },
  },
  {
    what: 'variables that hold settings',
    plant(hostile) {
      attributes(hostile, '*.ts filter=env diff=env\n')
      const program = hostile.trap()
      const pairs = { 'filter.env.clean': program, 'core.fsmonitor': program, 'diff.env.textconv': program }
      for (const [at, [key, value]] of Object.entries(pairs).entries()) {
        hostile.env[`GIT_CONFIG_KEY_${at}`] = key
        hostile.env[`GIT_CONFIG_VALUE_${at}`] = value
      }
      hostile.env['GIT_CONFIG_COUNT'] = '3'
      hostile.env['GIT_CONFIG_PARAMETERS'] = `'core.fsmonitor'='${program}'`
    },
  },
  {
    what: 'a file of settings that a variable names',
    plant(hostile) {
      attributes(hostile, '*.ts filter=env\n')
      const program = hostile.trap()
      hostile.write({ '.traps/config': `[filter "env"]\n\tclean = ${program}\n[core]\n\tfsmonitor = ${program}\n` })
      hostile.env['GIT_CONFIG_GLOBAL'] = hostile.env['GIT_CONFIG_SYSTEM'] = join(hostile.path, '.traps/config')
    },
  },
  {
    what: 'a git of its own, first on the PATH',
    plant(hostile) {
      const folder = join(hostile.path, '.traps/bin')
      mkdirSync(folder, { recursive: true })
      symlinkSync(hostile.trap(), join(folder, 'git'))
      hostile.env['PATH'] = `${folder}:.:.traps/bin:${process.env['PATH']}`
    },
  },
  {
    what: 'programs of git in a directory of its own',
    plant(hostile) {
      const folder = join(hostile.path, '.traps/exec')
      mkdirSync(folder, { recursive: true })
      for (const name of ['git', 'git-status', 'git-log', 'git-diff']) symlinkSync(hostile.trap(), join(folder, name))
      hostile.env['GIT_EXEC_PATH'] = folder
    },
  },
]

/** Several at once, for walks that take long. */
export const TOGETHER: Plant = {
  what: 'all kinds that go together',
  plant(hostile) {
    for (const { what, plant } of PLANTS) if (GO_TOGETHER.includes(what)) plant(hostile)
  },
}

const GO_TOGETHER: readonly string[] = [
  'filter.x.clean',
  'core.fsmonitor',
  'hooks of the repository',
  'diff.external',
  'gpg',
  'a submodule with a filter and a monitor of its own',
  'variables that name programs',
  'a git of its own, first on the PATH',
]
