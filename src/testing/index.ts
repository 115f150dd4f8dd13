export * as events from './events.ts'
export { playCase } from './play-case.ts'
export { temporaryDirectory, temporaryRepository, type RepositoryOptions, type TemporaryProject } from './repository.ts'
export { testHook, type Case, type CaseTable } from './test-hook.ts'
