import { join } from 'node:path'
import fc from 'fast-check'
import { aDirectory, aRepository } from '../../../../test/process/support/temporary.ts'
import { memoryArea } from '../../../../test/support/engine.ts'
import { openMemo } from '@holdpoint/runtime'
import { files, openGit, run } from '@holdpoint/runtime/system'
import { parseLog, readPlanAge, type PlanAge } from './plan-age.ts'
import { findPlan } from './plan-place.ts'
import type { TemporaryProject } from '../../../testing/src/repository.ts'

/** Git for real and a state that lasts; each `age` is an event of its own. */
function around({ path }: TemporaryProject) {
  const calls: string[] = []
  const git = openGit({
    env: process.env,
    run: (program, args, options) => {
      if (!args.includes('config')) calls.push(args.find((word) => ['status', 'log', 'ls-files'].includes(word)) ?? '')
      return run(program, args, { ...options, signal: new AbortController().signal })
    },
  })
  const state = { project: memoryArea(), session: memoryArea() }
  return {
    calls,
    async age(): Promise<PlanAge | undefined> {
      const world = { git, files, state, memo: openMemo() }
      const plan = findPlan(path, world)
      if (plan === undefined) throw new Error('no plan')
      return readPlanAge(plan, world)
    },
  }
}

function aProject(): TemporaryProject {
  const project = aRepository()
  project.write({
    'MASTER_PLAN.md': 'Plan',
    'a.ts': '1',
    'b.ts': '1',
    'c.py': '1',
    'd.md': '1',
    'x.test.ts': '1',
    'vendor/v.go': '1',
  })
  project.git('add', '.')
  project.git('commit', '--quiet', '-m', 'plan')
  return project
}

const commitAll = ({ git }: TemporaryProject, message: string): string => git('commit', '--quiet', '-am', message)

describe('readPlanAge', () => {
  it('counts commits, and source files that were changed, whether committed or not', async () => {
    const project = aProject()
    project.write({ 'a.ts': '2', 'd.md': '2', 'x.test.ts': '2', 'vendor/v.go': '2' })
    commitAll(project, 'one')
    project.write({ 'b.ts': '2', 'new.ts': '1' })
    const age = await around(project).age()
    expect(age).toMatchObject({ commits: 1, changed: 2, total: 3, updatedAt: new Date('2026-01-01T00:00:00Z') })
    expect(age?.churn).toBeCloseTo(66.67, 1)
  })

  it('asks git once more only when something was committed', async () => {
    const project = aProject()
    const { age, calls } = around(project)
    await age()
    expect(calls.splice(0)).toEqual(['status', 'log', 'log', 'ls-files'])
    project.write({ 'a.ts': '2' })
    expect([(await age())?.changed, calls.splice(0)]).toEqual([1, ['status']])
    commitAll(project, 'one')
    expect([(await age())?.changed, calls.splice(0)]).toEqual([1, ['status', 'log', 'log', 'ls-files']])
  })

  it('a malformed cached history is read again', async () => {
    const project = aProject()
    const git = openGit({
      env: process.env,
      run: (program, args, options) => run(program, args, { ...options, signal: new AbortController().signal }),
    })
    for (const kept of [7, {}, { key: 'x' }, { key: 1, modified: 'a' }]) {
      const state = { session: memoryArea(), project: { get: <T>() => kept as T, update: () => undefined } }
      const world = { git, files, state, memo: openMemo() }
      const plan = findPlan(project.path, world)
      expect(plan && (await readPlanAge(plan, world))).toMatchObject({ total: 3 })
    }
  })

  it('a plan in a directory of the repository uses its own commits', async () => {
    const project = aRepository()
    project.write({ 'pkg/MASTER_PLAN.md': 'Plan', 'a.ts': '1' })
    project.git('add', '.')
    project.git('commit', '--quiet', '-m', 'plan')
    project.write({ 'a.ts': '2' })
    commitAll(project, 'one')
    const pkg = { ...project, path: join(project.path, 'pkg') }
    expect(await around(pkg).age()).toMatchObject({ commits: 1, changed: 1 })
  })

  it('an ignored plan uses its modification time', async () => {
    const project = aRepository()
    project.write({ '.gitignore': 'MASTER_PLAN.md', 'a.ts': '1' })
    project.git('add', '.')
    project.git('commit', '--quiet', '-m', 'start')
    project.write({ 'MASTER_PLAN.md': 'Plan' })
    const age = await around(project).age()
    expect(age?.updatedAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(age).toMatchObject({ commits: 0, changed: 0, total: 1, churn: 0 })
  })

  it('is undefined without git, and 0 % where there is no source', async () => {
    const plain = aDirectory()
    plain.write({ 'MASTER_PLAN.md': 'Plan' })
    expect(await around(plain).age()).toBeUndefined()
    const empty = aRepository({ commits: [] })
    empty.write({ 'MASTER_PLAN.md': 'Plan' })
    expect(await around(empty).age()).toMatchObject({ churn: 0, total: 0 })
  })
})

describe('parseLog', () => {
  it('parses every record, with any file name', () => {
    const name = fc.string({ minLength: 1 }).map((text) => `f${text.replaceAll('\0', '')}`)
    const files = fc.array(fc.tuple(fc.constantFrom('A', 'M', 'D', 'T'), name), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(files, { maxLength: 5 }), (commits) => {
        const text = commits
          .map((changed) => `\u0001\0\n${changed.map(([letter, path]) => `${letter}\0${path}\0`).join('')}`)
          .join('')
        const wanted = commits.flat().filter(([letter]) => letter !== 'A')
        expect(parseLog(text)).toEqual({
          commits: commits.length,
          modified: [...new Set(wanted.map(([, path]) => path))],
        })
      }),
    )
  })

  it('never fails', () => {
    fc.assert(fc.property(fc.string(), (text) => parseLog(text).commits >= 0))
  })
})
