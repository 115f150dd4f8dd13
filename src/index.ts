/** The library: everything an author of hooks, a tool around them, or another host needs. */

export { defineHook, type HookDescription } from './own/module/define.ts'
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

export {
  appendAudit,
  countTaskStatus,
  extractGitTargetDir,
  getActivePlan,
  getDriftData,
  getGitState,
  getPlanStatus,
  getPlanTitle,
  getResearchStatus,
  getSessionChanges,
  logInfo,
  logJson,
  type SessionChanges,
} from './app/project-readers.ts'
export { realPath as portableRealpath } from './files/read.ts'
export type { DesignDocument, TaskStatus } from './hooks/orchestrator/design-document.ts'
export type { ActivePlan } from './hooks/orchestrator/orchestrator-state.ts'
export type { WorkTree } from './core/git-status.ts'
export type { ChangedPath } from './core/services.ts'
export { parseProof, parseTestStatus, type Proof, type TestStatus } from './hooks/shared/harness-state.ts'
export { parsePlan, type Decision as PlannedDecision, type MasterPlan, type Phase } from './hooks/shared/master-plan.ts'
export type { PlanAge } from './hooks/shared/plan-age.ts'
export { parseDrift, type DriftRecord } from './hooks/shared/plan-drift.ts'
export type { PlanFile } from './hooks/shared/plan-place.ts'
export type { PlanStatus } from './hooks/shared/plan-status.ts'
export type { Research } from './hooks/shared/session-readers.ts'
export { isSkippablePath, isSourceFile, isTestFile } from './hooks/shared/source-files.ts'
