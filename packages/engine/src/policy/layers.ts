import { statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { codeOf } from '../errors.ts'
import type { Level } from './settings.ts'
import type { Env } from '../lib/values.ts'

/** Later layers win over earlier ones, except that nothing loosens `managed`. */
export type LayerName = 'managed' | 'user' | 'project' | 'local' | 'env'

export interface LayerFile {
  readonly name: Exclude<LayerName, 'env'>
  readonly path: string
}

export const MANAGED_FILE = '/etc/holdpoint/holdpoint.yml'

export function layerFiles(root: string, env: Env, managed = MANAGED_FILE): readonly LayerFile[] {
  const user = userFile(env)
  return [
    { name: 'managed', path: managed },
    ...(user === undefined ? [] : [{ name: 'user', path: user } as const]),
    { name: 'project', path: join(root, 'holdpoint.yml') },
    { name: 'local', path: join(root, 'holdpoint.local.yml') },
  ]
}

function userFile(env: Env): string | undefined {
  const { XDG_CONFIG_HOME: xdg, HOME: home } = env
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'holdpoint/holdpoint.yml')
  return home !== undefined && isAbsolute(home) ? join(home, '.config/holdpoint/holdpoint.yml') : undefined
}

/** Switches for one run: comma-separated presets or hook ids. */
export const SWITCHES = [
  'HOLDPOINT_PRESETS',
  'HOLDPOINT_OFF',
  'HOLDPOINT_OBSERVE',
  'HOLDPOINT_WARN',
  'HOLDPOINT_ON',
] as const

export interface EnvLayer {
  readonly presets?: readonly string[]
  readonly levels: readonly { readonly id: string; readonly level: Level; readonly variable: string }[]
}

export function envLayer(env: Env): EnvLayer {
  const list = (name: string): readonly string[] =>
    (env[name] ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  const presets = list('HOLDPOINT_PRESETS')
  const switches = [
    ['HOLDPOINT_OFF', 'off'],
    ['HOLDPOINT_OBSERVE', 'observe'],
    ['HOLDPOINT_WARN', 'warn'],
    ['HOLDPOINT_ON', 'on'],
  ] as const
  return {
    ...(presets.length > 0 && { presets }),
    levels: switches.flatMap(([variable, level]) => list(variable).map((id) => ({ id, level, variable }))),
  }
}

/** Changes whenever a layer does. Includes the change time because, unlike the modification time, it cannot be set. */
export function signatureOf(paths: readonly string[], env: Env): string {
  const parts = [...paths.flatMap((path) => [path, stampOf(path)]), ...SWITCHES.map((name) => env[name] ?? '')]
  return JSON.stringify(parts)
}

function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat === undefined ? '-' : `${stat.ino}.${stat.size}.${stat.mtimeMs}.${stat.ctimeMs}`
  } catch (error) {
    return codeOf(error) ?? 'unreadable'
  }
}
