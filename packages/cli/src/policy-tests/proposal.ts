import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkTestFile } from './check-file.ts'
import { CONFIG, readPolicy } from './policy.ts'
import { inPlace, runTests } from './run.ts'

/** Plays tests against a configuration that the user does not have yet. Says why one does not pass. */
export function playProposal(config: string, tests: string): Promise<string | undefined> {
  return inPlace(async (place) => {
    const root = join(place, 'config/holdpoint')
    mkdirSync(root, { recursive: true, mode: 0o700 })
    writeFileSync(join(root, CONFIG), config)
    const read = checkTestFile(tests, 'holdpoint.test.yml')
    const project = { root, env: { XDG_CONFIG_HOME: join(place, 'config'), XDG_STATE_HOME: place }, place }
    const policy = await readPolicy(project, [], false)
    const [problem] = [...read.problems, ...policy.problems]
    if (problem !== undefined) return problem.message
    const run = { tests: read.tests, policy, project, isOver: () => false, onDone: () => undefined }
    const [failure] = (await runTests(run)).flatMap(({ failures }) => failures)
    return failure === undefined ? undefined : `expected ${failure.expected}, got ${failure.got}`
  })
}
