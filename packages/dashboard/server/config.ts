import type { Compiled, Resolved } from '@holdpoint/engine/policy'
import { configurationIn, generalOf, layersIn, maskedOption, settingsOf } from '@holdpoint/runtime/inspect'
import type { Config, HookConfig } from '../api.ts'
import { hookRemedies, command } from './remedies.ts'
import type { Source } from './source.ts'

/** The configuration in force, and the origin of each value. */
export async function config(source: Source): Promise<Config> {
  const { root, env, suffix } = source
  const compiled = await configurationIn(root, env)
  return {
    digest: compiled.settings.digest,
    layers: layersIn(root, env).map(({ name, path, exists }) => ({ name, file: path, exists })),
    general: Object.entries(generalOf(compiled)).map(([name, { value, origin }]) => ({
      name,
      value: maskedOption(name, value),
      origin,
    })),
    hooks: compiled.resolved.map((hook) => hookConfig(hook, compiled, suffix)),
    problems: compiled.problems,
    remedies: [
      command('Validate the files', ['validate'], suffix),
      command('List the hooks in a terminal', ['list'], suffix),
    ],
  }
}

function hookConfig(hook: Resolved, compiled: Compiled, suffix: string): HookConfig {
  const { id, level, matcher, timeoutMs } = hook
  const floor = compiled.catalogue.find((entry) => entry.id === id)?.enabledBy === 'always'
  const options = settingsOf(id, compiled)?.options ?? []
  return {
    id,
    level: level.value,
    levelFrom: level.origin,
    values: [
      { name: 'matcher', value: matcher.value ?? '', origin: matcher.origin },
      { name: 'timeout_ms', value: timeoutMs.value, origin: timeoutMs.origin },
      ...options.map(({ option, value, origin }) => ({ name: option, value, origin })),
    ],
    remedies: hookRemedies({ id, level: level.value, floor }, suffix),
  }
}
