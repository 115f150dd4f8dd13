import { chmod, cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isWithin } from '@holdpoint/shell'
import { realPath } from '@holdpoint/runtime/system'
import { CONFIG, switchedOff, type Policy } from './policy.ts'
import type { Given } from './policy-test.ts'
import type { Repositories } from './repository.ts'

/** A project and a home for one test, with nothing of the real ones but the policy. */
export interface Site {
  readonly project: string
  readonly env: Readonly<Record<string, string>>
}

export async function makeSite(place: string, given: Given, policy: Policy, repositories: Repositories): Promise<Site> {
  const [project, home, temp] = [join(place, 'project'), join(place, 'home'), join(place, 'tmp')]
  for (const folder of [place, project, home, temp]) await mkdir(folder, { mode: 0o700 })
  const config = policy.layer === 'user' ? join(home, '.config/holdpoint', CONFIG) : join(project, CONFIG)
  for (const name of policy.files) await copy(join(policy.root, name), name === CONFIG ? config : join(project, name))
  if (policy.config !== undefined) await copy(policy.config, config)
  for (const [name, text] of Object.entries(given.files)) {
    const path = join(project, name)
    if (!isWithin(realPath(path), project)) throw new Error(`${name} leads out of the project`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    if (text.startsWith('#!')) await chmod(path, 0o755)
  }
  await repositories.make(project, given.git)
  return { project, env: { ...environment(home, temp), ...switchedOff(policy.leftOut), ...given.env } }
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
}

/** Keys and switches of the user who runs the tests must not change the results. */
const environment = (home: string, temp: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: home,
  USER: 'dev',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  TMPDIR: temp,
  XDG_RUNTIME_DIR: temp,
  // A folder that only resembles a repository does not count.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.bareRepository',
  GIT_CONFIG_VALUE_0: 'explicit',
})
