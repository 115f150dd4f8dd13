export type { BackgroundJob, JobWorld, RecordResult, WatchOptions, Watched } from './background.ts'
export { UserError, codeOf, messageOf } from './errors.ts'
export { EVENT_WORDS, wordFor } from './event-words.ts'
export type {
  AgentEvent,
  AgentRef,
  AgentStart,
  AgentStop,
  CompactBefore,
  EventBody,
  EventKind,
  EventOf,
  FileTouch,
  Replacement,
  Notification,
  Other,
  Permission,
  PromptCommand,
  PromptSubmit,
  SessionEnd,
  SessionSource,
  SessionStart,
  Task,
  TaskCompleted,
  TaskCreated,
  TeammateIdle,
  ToolAfter,
  ToolBefore,
  ToolCall,
  ToolKind,
  TurnStop,
} from './event.ts'
export {
  defineHook,
  type Hook,
  type HookContext,
  type HookEntry,
  type HookId,
  type HookMeta,
  type HookResult,
  type Schema,
  type SchemaIssue,
  type SchemaResult,
} from './hook.ts'
export type { Shell } from '@holdpoint/shell'
export type { Answer, DecodeContext, Host, HostFacts, HostScope, Power, SettingsFormat } from './host.ts'
export { countOf, counts, withCount, type Counts } from './lib/counts.ts'
export { globListMatcher, globMatcher } from './lib/glob.ts'
export { LLM_PROVIDERS, PROVIDER_NAMES, modelNamed, notNamed } from './lib/llm-models.ts'
export { closest, findHook, hookNamed, hooksNamed } from './lib/names.ts'
export { defaultsProblem, schemaFrom, type OptionDefaults } from './lib/option-defaults.ts'
export { counted, failingTests } from './lib/plural.ts'
export { sha256Hex } from './lib/sha256.ts'
export { isForBash } from './lib/shells.ts'
export { shortId, signatureOf, unsigned } from './lib/signature.ts'
export { capText, dayOf, safeName } from './lib/text.ts'
export { monotonicMs } from './lib/time.ts'
export { filled, modelName, userVariables } from './lib/user-variables.ts'
export { once } from './lib/once.ts'
export { attempt, isObject, type Env, type JsonObject } from './lib/values.ts'
export { isDisabledMatcher, isNameList, matcherProblem, matches } from './matcher.ts'
export {
  ALL_RULES,
  isOfRepository,
  type CommandDefinition,
  type EvaluatorDefinition,
  type HttpDefinition,
  type OwnHook,
  type OwnLayer,
} from './own.ts'
export {
  factsOf,
  packOf,
  type ExaminedProject,
  type HostEntry,
  type InstalledProject,
  type Ledger,
  type Pack,
  type ProjectFiles,
  type PackFinding,
  type PackNeeds,
  type PackRules,
  type PackSession,
  type Protocol,
} from './pack.ts'
export { isOpen } from './run/breaker.ts'
export { tellsLate } from './run/carry.ts'
export { degrade } from './run/degrade.ts'
export type { Approval, Approvals, Refusal, RefusedCall } from './run/approvals.ts'
export { handle, type Engine, type Outcome } from './run/handle.ts'
export { openMemory, type Memory } from './run/memory.ts'
export { merge } from './run/merge.ts'
export type { Announcement } from './run/notices.ts'
export { quietServices } from './run/quiet.ts'
export { runHook } from './run/run.ts'
export { select } from './run/select.ts'
export type {
  Background,
  ChangedPath,
  FileStat,
  Files,
  Git,
  GitState,
  Grants,
  GitStatus,
  Llm,
  LlmAnswer,
  LlmProvider,
  LlmQuestion,
  LlmTool,
  OwnPath,
  Processes,
  RunOptions,
  RunResult,
  Services,
  State,
  StateArea,
  Notes,
  StatusOptions,
  YamlData,
} from './services.ts'
export {
  DECISIONS,
  isDecision,
  pass,
  NO_REASON,
  refuses,
  renderMessage,
  strictest,
  type Decision,
  type Message,
  type MessageData,
  type Verdict,
  type Withheld,
} from './verdict.ts'
