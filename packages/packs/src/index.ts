export { KNOWN_AGENTS, NO_ACTION, actionsOf, agentAction, type AgentAction } from './agents/agent-actions.ts'
export { jobs } from './jobs.ts'
export { MEANINGS } from './meanings.generated.ts'
export {
  TASK_STATUSES,
  incompleteIn,
  parseDesign,
  totalOf,
  type DesignDocument,
  type TaskStatus,
} from './orchestrator/design-document.ts'
export {
  STATE_FILE,
  activePlan,
  mainTree,
  parseState,
  type ActivePlan,
  type OrchestratorState,
} from './orchestrator/orchestrator-state.ts'
export {
  HOOK_OF,
  PROJECT_CONFIG,
  SWITCHES,
  readSetting,
  type Setting,
  type Switch,
} from './orchestrator/project-config.ts'
export { PACKS } from './packs.generated.ts'
export { readConfig } from './planning/config.ts'
export { isOwner, readLock, type Lock } from './planning/lock.ts'
export { overview, type Overview, type Where } from './planning/overview.ts'
export { at as fieldAt, integer } from './planning/values.ts'
export { LOCK_FILE, featureDirectory } from './planning/workspace.ts'
export { builtIn, entryOf, packFor, type Registry } from './registry.ts'
export { parseStatus, readWorkTree, type WorkTree } from './shared/git-status.ts'
export {
  PROOF_STATUS,
  STRIKE_FILES,
  harnessFile,
  parseProof,
  parseStrikes,
  parseTestStatus,
  proofText,
  readHarnessLine,
  readTestStatus,
  sessionChangesFile,
  type Proof,
  type ProofStatus,
  type TestStatus,
} from './shared/harness-state.ts'
export { lintersIn } from './shared/linters.ts'
export { parsePlan, type Decision, type MasterPlan, type Phase, type PhaseStatus } from './shared/master-plan.ts'
export { withoutColours } from './shared/plain-output.ts'
export type { PlanAge } from './shared/plan-age.ts'
export { auditPlan, type PlanAudit } from './shared/plan-audit.ts'
export { PLAN_DRIFT, parseDrift, type DriftRecord } from './shared/plan-drift.ts'
export type { PlanFile } from './shared/plan-place.ts'
export { planFindings, type PlanFinding } from './shared/plan-rules.ts'
export { percent, readPlanStatus, type PlanStatus } from './shared/plan-status.ts'
export { findProgram } from './shared/programs.ts'
export { isPrivatePath } from './shared/secret-paths.ts'
export { tokenPatternsFor } from './shared/secret-tokens.ts'
export { appendAudit, readResearch, readSessionChanges, type Research } from './shared/session-readers.ts'
export { isSkippablePath, isSourceFile, isTestFile } from './shared/source-files.ts'
export { frameworksIn, programOf } from './shared/test-frameworks.ts'
