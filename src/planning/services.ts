import { openYaml } from '../app/yaml.ts'
import { files } from '../files/files.ts'
import { openGit } from '../git/git.ts'
import { openState, placeOf } from '../state/place.ts'
import { openTemp } from '../state/temp.ts'
import type { overview } from '../hooks/planning/overview.ts'

/** The world as `overview` needs it, outside of any event. */
export function planningServices(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Parameters<typeof overview>[1] {
  const { project } = openState(placeOf(root, env), env, 'cli')
  const git = openGit({ run: () => Promise.resolve({ exitCode: undefined, stdout: '' }), env: {} })
  return { env: (name) => env[name], files, git, yaml: openYaml(project), temp: openTemp(env) }
}
