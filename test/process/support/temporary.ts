import { execFileSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import {
  temporaryDirectory,
  temporaryRepository,
  type RepositoryOptions,
  type TemporaryProject,
} from '../../../packages/testing/src/repository.ts'

/** A directory that is gone when the test is over. */
export function aDirectory(): TemporaryProject {
  return untilTheEnd(temporaryDirectory())
}

export function aRepository(options?: RepositoryOptions): TemporaryProject {
  return untilTheEnd(temporaryRepository(options))
}

function untilTheEnd(project: TemporaryProject): TemporaryProject {
  onTestFinished(project.dispose)
  return project
}

/** Node cannot make a named pipe itself. */
export function makePipe(path: string): string {
  execFileSync('sh', ['-c', 'mkfifo "$0"', path])
  return path
}
