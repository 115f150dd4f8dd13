export type { DoorWorld } from './approvals/audit-line.ts'
export {
  auditRefusal,
  findRefused,
  grantCall,
  findWaiting,
  pendingApprovals,
  revokeGrant,
  type PendingApprovals,
} from './approvals/grant.ts'
export { AGENT_MARKS, whyNoPerson } from './approvals/person.ts'
export type { ApprovalGrant, ApprovalRequest } from './approvals/record.ts'
export { addSnooze, endSnoozes, MAX_SNOOZE_MS, snoozesIn, type Snooze } from './approvals/snooze.ts'
export { findJob } from './background/background-jobs.ts'
export { BUILD, VERSION } from './build.ts'
export { areCompiledSettingsSound, explainConfiguration, SETTINGS_EDITED } from './compose.ts'
export { dispatch, registryOf, type DispatchOptions } from './dispatch.ts'
export { openEffects } from './effects.ts'
export { openEnvironment } from './environment.ts'
export { hookCommand } from './hook-command.ts'
export {
  isBreakerOpen,
  isHookEnabled,
  logHook,
  parseYamlField,
  readHookConfig,
  recordHookFailure,
  resetHookFailure,
  safeInt,
} from './hook-readers.ts'
export { SCOPES, installName, isOurLine, lineOf, type Scope } from './installs.ts'
export { openMemo } from './memo.ts'
export { ignoredInSettings, ownEnvironment, type IgnoredVariable } from './own-environment.ts'
export { openPacks, type OpenPacks } from './packs.ts'
export { acquireLock, lockedSince, releaseLock, type Claim } from './planning/lock-file.ts'
export { planningServices } from './planning/services.ts'
export { findPlugin, isPluginSuppressed, pluginTrust, settingsFiles, type Trust } from './plugins.ts'
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
} from './project-readers.ts'
export { parseInput } from './read-input.ts'
export { rehearse, type Rehearsal, type Rehearsed } from './rehearse.ts'
export { eventOf, type PastCall } from './replay/past-call.ts'
export { remembering } from './replay/remember.ts'
export { projectFolders, transcriptHome } from './replay/transcripts.ts'
export { openReplayMemory, openReplayWorld, type ReplayWorld, type Seen } from './replay/services.ts'
export { sendingIn, sendingLines } from './sending.ts'
export { openServices, within } from './services.ts'
export { listAt, objectAt, textAt, type Json } from './settings-file.ts'
export { LOOSENING_WAITS, TRUST_WORDS, ignoredLoosening, trustIn, untrusted, type ProjectTrust } from './trust.ts'
export { openYaml } from './yaml.ts'
