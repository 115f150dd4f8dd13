import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { F } from '../process/support/plan-files.ts'
import { aPlan, researches } from '../process/support/planning.ts'
import { program } from '../process/support/program.ts'

/** What several processes do to one file can only be shown with several processes. */

const caller = await program(`
  import { dispatch } from './packages/runtime/src/dispatch.ts'
  const [project, name, count] = process.argv.slice(2)
  const answers = []
  for (let n = 0; n < Number(count); n++) {
    const payload = { session_id: 's1', cwd: project, tool_name: 'mcp__context7__query', tool_input: { query: name + n } }
    answers.push(await dispatch(['run', 'H03'], payload))
  }
  console.log(JSON.stringify(answers.map(({ exitCode, stdout }) => ({ exitCode, stdout }))))
`)

interface Said {
  readonly exitCode: number
  readonly stdout: string
}

const limits = (session: number, phase: number): string =>
  `research_mcp:\n  budget:\n    total_calls_per_session: ${session}\n    total_calls_per_phase: ${phase}\n`

async function callAtOnce(config: string, processes: number, each: number) {
  const plan = aPlan({ config })
  const ended = await Promise.all(
    Array.from(
      { length: processes },
      (_, n) => caller.start([plan.project, `${n}-`, String(each)], { env: plan.env, cwd: plan.project }).ended,
    ),
  )
  const answers = ended.flatMap(({ stdout }) => JSON.parse(stdout) as readonly Said[])
  return { plan, answers, passed: answers.filter(({ exitCode }) => exitCode === 0) }
}

describe('PLN-H03-13: research calls at the same time', () => {
  it('100 of them at the limit: exactly the limit passes', async () => {
    const { plan, answers, passed } = await callAtOnce(limits(40, 100), 10, 10)
    expect(answers).toHaveLength(100)
    expect(passed).toHaveLength(40)
    expect(plan.temp('planning-research-budget-s1')).toMatchObject({
      session_total: 40,
      phase_total: 40,
      per_server: { context7: 40 },
      call_hashes: { length: 40 },
    })
  })

  it('T-ENG-55: 30 of them, limit 25: each prints one JSON object or nothing', async () => {
    const { answers, passed } = await callAtOnce(limits(25, 100), 6, 5)
    expect(passed).toHaveLength(25)
    for (const { stdout } of answers) if (stdout !== '') expect(JSON.parse(stdout)).toBeTypeOf('object')
  })

  it('the limit of the phase holds just as well', async () => {
    const { passed } = await callAtOnce(limits(100, 7), 5, 4)
    expect(passed).toHaveLength(7)
  })

  it('a retry at the same time is counted once', async () => {
    const plan = aPlan()
    await Promise.all(
      Array.from(
        { length: 6 },
        () => caller.start([plan.project, 'same-', '3'], { env: plan.env, cwd: plan.project }).ended,
      ),
    )
    expect(plan.temp('planning-research-budget-s1')).toMatchObject({ session_total: 3 })
  })
})

const locker = await program(`
  import { acquireLock } from './packages/runtime/src/planning/lock-file.ts'
  const [directory, session] = process.argv.slice(2)
  console.log(acquireLock({ directory, session, now: new Date(), env: process.env }, 1e12, false).is)
`)

describe('PLN-H02-08: the lock', () => {
  it('goes to exactly one of those who try at the same time', async () => {
    const plan = aPlan()
    const directory = join(plan.project, F)
    const ended = await Promise.all(
      Array.from({ length: 12 }, (_, n) => locker.start([directory, `session-${n}`], { env: plan.env }).ended),
    )
    const won = ended.flatMap(({ stdout }, n) => (stdout.trim() === 'new' ? [`session-${n}`] : []))
    expect(won).toHaveLength(1)
    expect(JSON.parse(readFileSync(join(directory, '.planning.lock'), 'utf8'))).toMatchObject({ session_id: won[0] })
  })

  it('does not keep the budget of another session waiting', async () => {
    const plan = aPlan()
    const [one, two] = await Promise.all([
      plan.run('H03', researches('a')),
      plan.run('H03', { ...researches('a'), session_id: 's2' }),
    ])
    expect([one.exitCode, two.exitCode]).toEqual([0, 0])
  })
})
