// The directories one case is played in: always the same paths within a worker, empty at the start of each case.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const DATE = '2026-01-01T00:00:00Z'
const GIT_ENV = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_AUTHOR_DATE: DATE,
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
  GIT_COMMITTER_DATE: DATE,
}

export function openSite(base) {
  const [project, state, config, templates] = ['project', 'state', 'config', 'templates'].map((name) =>
    join(base, name),
  )
  const userFile = join(config, 'holdpoint/holdpoint.yml')
  const git = (...args) => execFileSync('git', args, { cwd: project, encoding: 'utf8', env: GIT_ENV, stdio: 'pipe' })
  const write = (files) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, name)), { recursive: true })
      writeFileSync(join(project, name), text)
    }
  }
  let settings
  return {
    project,
    state,
    /** The machine's programs, but no variable of the user who runs this. */
    env: {
      HOME: '/home/dev',
      USER: 'dev',
      PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
      // The host's rule takes zsh where it finds one and nothing is said.
      SHELL: '/bin/bash',
      TZ: 'UTC',
      TMPDIR: join(base, 'tmp'),
      XDG_STATE_HOME: state,
      XDG_CONFIG_HOME: config,
    },
    handle: { path: project, write, git, dispose: () => undefined },
    /** Compiled settings stay while the settings do: compiling is most of the time a case takes. */
    reset(wanted) {
      rmSync(project, { recursive: true, force: true })
      rmSync(join(base, 'tmp'), { recursive: true, force: true })
      for (const folder of [project, join(base, 'tmp')]) mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (wanted === settings) return clearState(join(state, 'holdpoint'))
      settings = wanted
      rmSync(state, { recursive: true, force: true })
      mkdirSync(dirname(userFile), { recursive: true })
      writeFileSync(userFile, wanted)
    },
    repository({ branch = 'feature/demo', commits = ['first'] } = {}) {
      const template = join(
        templates,
        Buffer.from(JSON.stringify([branch, commits]))
          .toString('base64url')
          .slice(0, 200),
      )
      if (!existsSync(template)) {
        git('init', '--quiet', `--initial-branch=${branch}`)
        for (const subject of commits) git('commit', '--quiet', '--allow-empty', '-m', subject)
        // Samples that git creates; copying them would be most of the work.
        rmSync(join(project, '.git/hooks'), { recursive: true, force: true })
        mkdirSync(join(project, '.git/hooks'))
        cpSync(project, template, { recursive: true })
      } else cpSync(template, project, { recursive: true })
    },
    keys: () => foldersOf(join(state, 'holdpoint')),
    spool: () => spoolLines(join(state, 'holdpoint')),
  }
}

const KEPT = ['config', 'code', 'seal-key']

function clearState(folder) {
  for (const key of namesIn(folder)) {
    if (KEPT.includes(key)) continue
    for (const name of namesIn(join(folder, key)))
      if (!KEPT.includes(name)) rmSync(join(folder, key, name), { recursive: true, force: true })
  }
}

const foldersOf = (folder) => namesIn(folder).filter((name) => /^[\w.-]{8,}$/.test(name) && name !== 'seal-key')

function spoolLines(folder) {
  return namesIn(folder)
    .flatMap((key) => namesIn(join(folder, key, 'spool')).map((name) => join(folder, key, 'spool', name)))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

function namesIn(folder) {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}
