import { openYaml } from '../app/yaml.ts'
import { files } from '../files/files.ts'
import { gitState } from '../git/state.ts'
import { openState, placeOf } from '../state/place.ts'
import { openTemp } from '../state/temp.ts'
import type { overview } from './overview.ts'

/** The world as `overview` needs it, outside of any event. */
export function planningServices(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Parameters<typeof overview>[1] {
  const { project } = openState(placeOf(root, env), env, 'cli')
  const git = { state: gitState, output: () => Promise.resolve(undefined), log: () => Promise.resolve([]) }
  return { env: (name) => env[name], files, git, yaml: openYaml(project), temp: openTemp(env) }
}
