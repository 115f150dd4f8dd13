export {
  CACHE_PARTS,
  areSettingsSound,
  explainSettings,
  loadSettings,
  type CacheFile,
  type CachePart,
  type Kept,
  type Modules,
  type SettingsSource,
} from './cache.ts'
export { compile, loadOptions, type Compiled } from './compile.ts'
export { findingsIn, type Findings } from './findings.ts'
export type { OwnListing } from './gather.ts'
export { SWITCHES, layerFiles, type LayerFile } from './layers.ts'
export { outdatedIn, pathOf, type Outdated } from './outdated.ts'
export { parseLayer, readLayer, type Layer } from './parse.ts'
export { devModePacks, isInPreset, presetNames, presetOptions } from './presets.ts'
export type { Resolved, Sourced } from './resolve.ts'
export { DEFAULTS } from './schema.ts'
export { sealed, unsealed } from './seal.ts'
export {
  showProblem,
  withLoosening,
  type HookSetting,
  type Level,
  type Loosening,
  type Own,
  type Problem,
  type Settings,
} from './settings.ts'
export { check, mistake } from './shape.ts'
export { A_MAPPING, oneLine, quote } from './wording.ts'
