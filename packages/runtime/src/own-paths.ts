import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isOfRepository, type OwnPath, type Env } from '@holdpoint/engine'
import { layerFiles } from '@holdpoint/engine/policy'
import { openRealPath } from './system/files/read.ts'
import { daemonAddress } from './daemon/client/place.ts'
import { stateHome } from './system/state/place.ts'

/** The paths of this program, its state and the configuration outside projects. */
export function ownPaths(env: Env, program: string | undefined, real = openRealPath()): readonly OwnPath[] {
  const config = layerFiles('/', env).filter(({ name }) => !isOfRepository(name))
  const own: readonly OwnPath[] = [
    ...config.map(({ path }) => ({ what: 'config', path: dirname(path) }) as const),
    { what: 'state', path: stateHome(env) },
    { what: 'state', path: daemonAddress(env, '').directory },
    ...(program === undefined ? [] : programPaths(program, real)),
  ]
  const resolved = own.map(({ what, path }) => ({ what, path: real(path) }))
  return [...own, ...resolved.filter(({ path }) => !own.some((known) => known.path === path))]
}

/** The whole package or plugin; in a working copy only the build output, because the rest is the developer's work. */
function programPaths(program: string, real: (path: string) => string): readonly OwnPath[] {
  const built = dirname(dirname(real(program)))
  const home = dirname(built)
  const isPackage = basename(dirname(home)) === 'node_modules' || existsSync(join(home, 'hooks/hooks.json'))
  return [
    { what: 'program', path: isPackage ? home : built },
    { what: 'program', path: program },
    { what: 'program', path: process.execPath },
  ]
}
