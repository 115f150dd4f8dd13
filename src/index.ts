/** The library: everything an author of hooks, a tool around them, or another host needs. */

export { defineHook } from './core/hook.ts'
export type { Hook, HookContext, HookEntry, HookId, HookMeta, Schema, SchemaIssue, SchemaResult } from './core/hook.ts'
export type * from './core/event.ts'
export type { Files, Git, Services, State, StateArea } from './core/services.ts'
export { pass, renderMessage } from './core/verdict.ts'
export type { Decision, Message, MessageData, Verdict } from './core/verdict.ts'
export type { Answer, DecodeContext, Host, Power } from './core/host.ts'
export { matches as matchesSubject, matcherProblem } from './core/matcher.ts'
export { safeName } from './core/text.ts'

export { dispatch, registryOf, type DispatchOptions } from './app/dispatch.ts'
export { parseInput as readInput } from './app/read-input.ts'
export { builtIn, type Registry } from './registry/registry.ts'
export { hosts } from './hosts/hosts.ts'
export { valueAt as getField } from './hosts/payload.ts'

export { compile as compileConfig, type Compiled } from './config/compile.ts'
export { layerFiles, type LayerFile } from './config/layers.ts'
export type { HookSetting, Level, Problem, Settings } from './config/settings.ts'

export { openArea as openStateArea } from './state/area.ts'
export { detectProjectRoot } from './git/root.ts'
export { isSameProject } from './git/worktree.ts'
