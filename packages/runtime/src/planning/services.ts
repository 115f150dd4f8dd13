import { openYaml } from '../yaml.ts'
import { files } from '../system/files/files.ts'
import { openGit } from '../system/git/git.ts'
import { openState, placeOf } from '../system/state/place.ts'
import { openTemp } from '../system/state/temp.ts'
import type { overview } from '@holdpoint/packs'

/** The world as `overview` needs it, outside of any event. */
export function planningServices(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Parameters<typeof overview>[1] {
  const { project } = openState(placeOf(root, env), env, 'cli')
  const git = openGit({ run: () => Promise.resolve({ exitCode: undefined, stdout: '' }), env: {} })
  return { env: (name) => env[name], files, git, yaml: openYaml(project), temp: openTemp(env) }
}
