import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { design, PLAN, STATE, stateText } from '../../../../test/process/support/orchestrator.ts'
import { aDirectory, aRepository, makePipe } from '../../../../test/process/support/temporary.ts'
import { files, openGit } from '@holdpoint/runtime/system'
import { activePlan, parseState } from './orchestrator-state.ts'

const services = { files, git: openGit({ env: process.env, run: () => Promise.reject(new Error('no process')) }) }
const find = (root: string) => activePlan(root, services)

describe('the state file', () => {
  it('ORC-13: has five keys', () => {
    expect(parseState(stateText({ worktrees: { api: '/a', web: '/b' } }))).toEqual({
      active_plan: PLAN,
      slug: 'demo',
      team: 't1',
      started: '2026-02-16T10:00:00Z',
      worktrees: { api: '/a', web: '/b' },
    })
  })

  it.each([
    undefined,
    '',
    ' ',
    '{',
    'null',
    '5',
    '"x"',
    '[]',
    '{}',
    '{"active_plan":""}',
    '{"active_plan":" "}',
    '{"active_plan":5}',
    '{"plan":"a"}',
  ])('ORC-16: %j names no plan', (text) => {
    expect(parseState(text)).toBeUndefined()
  })

  it('values of the wrong type count as absent', () => {
    const text =
      '\uFEFF{"active_plan":"a.md","slug":1,"team":null,"started":[],"worktrees":{"x":1,"y":"","z":"/z"},"more":1}'
    expect(parseState(text)).toEqual({ active_plan: 'a.md', slug: '', team: '', started: '', worktrees: { z: '/z' } })
  })

  it('a name that every object has is only a name', () => {
    expect(parseState('{"active_plan":"a.md","worktrees":{"__proto__":"/p","constructor":"/c"}}')?.worktrees).toEqual(
      JSON.parse('{"__proto__":"/p","constructor":"/c"}'),
    )
  })

  it('answers for any text and any JSON', () => {
    const isState = (text: string): boolean => {
      const state = parseState(text)
      return (
        state === undefined ||
        (state.active_plan !== '' &&
          [state.active_plan, state.slug, state.team, state.started, ...Object.values(state.worktrees)].every(
            (value) => typeof value === 'string',
          ))
      )
    }
    fc.assert(fc.property(fc.string(), (text) => isState(text)))
    fc.assert(fc.property(fc.json(), (text) => isState(text)))
    const anything = fc.anything({ withNullPrototype: false })
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), anything, anything, (plan, team, worktrees) => {
        const text = attempt(() => JSON.stringify({ active_plan: plan, team, worktrees }))
        return text === undefined || isState(text)
      }),
    )
  })
})

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    // Some values have no JSON form.
    return undefined
  }
}

describe('the plan that is being carried out', () => {
  const withPlan = (state = stateText()) => {
    const project = aDirectory()
    project.write({ [STATE]: state, [PLAN]: design(['pending']) })
    return project
  }

  it('is read', () => {
    const { path } = withPlan()
    expect(find(path)).toMatchObject({ root: path, path: join(path, PLAN), title: 'Demo plan' })
    expect(find(path)?.document?.counts.pending).toBe(1)
  })

  it.each([
    ['missing', 'docs/gone.md'],
    ['missing', 'docs'],
    ['missing', `${PLAN}/inside.md`],
    ['missing', 'docs/\0.md'],
    ['outside', '../plan.md'],
    ['outside', '/etc/hosts'],
    ['outside', '/'],
    ['outside', '~/plan.md/../../..'],
  ])('is %s: %j', (problem, plan) => {
    const { path } = withPlan(stateText({ active_plan: plan }))
    expect(find(path)).toMatchObject({ document: undefined, problem })
  })

  it('a link out of the project is not followed', () => {
    const { path } = withPlan(stateText({ active_plan: 'linked.md' }))
    symlinkSync('/etc/hosts', join(path, 'linked.md'))
    expect(find(path)?.problem).toBe('outside')
  })

  it('a pipe in its place does not block', () => {
    const { path } = withPlan(stateText({ active_plan: 'pipe.md' }))
    makePipe(join(path, 'pipe.md'))
    expect(find(path)?.problem).toBe('missing')
  })

  it('a directory or a pipe in place of the state file is no state', () => {
    const [one, other] = [aDirectory().path, aDirectory().path]
    mkdirSync(join(one, STATE), { recursive: true })
    mkdirSync(join(other, '.claude'))
    makePipe(join(other, STATE))
    expect([find(one), find(other)]).toEqual([undefined, undefined])
  })

  it('an unreadable document is reported', () => {
    const { path } = withPlan()
    const read: typeof files.read = (file, options) => {
      if (file.endsWith('.md')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
      return files.read(file, options)
    }
    expect(activePlan(path, { ...services, files: { ...files, read } })?.problem).toBe('unreadable')
  })

  it('of a document that is too large the beginning counts', () => {
    const project = withPlan()
    project.write({ [PLAN]: design(['pending']) + 'x'.repeat(5 << 20) })
    expect(find(project.path)?.document?.counts.pending).toBe(1)
  })

  describe('ORC-18: in a linked work tree', () => {
    const linked = () => {
      const project = aRepository()
      project.git('worktree', 'add', '--quiet', 'tree')
      return { project, tree: join(project.path, 'tree') }
    }

    it('is the one of the main work tree', () => {
      const { project, tree } = linked()
      project.write({ [STATE]: stateText(), [PLAN]: design(['pending']) })
      expect(find(tree)).toMatchObject({ root: project.path, path: join(project.path, PLAN), title: 'Demo plan' })
    })

    it('is its own when it has one, even one that cannot be read', () => {
      const { project, tree } = linked()
      project.write({ [STATE]: stateText(), [PLAN]: design(['pending']), [`tree/${STATE}`]: '{' })
      expect(find(tree)).toBeUndefined()
      project.write({ [`tree/${STATE}`]: stateText({ active_plan: 'own.md' }), 'tree/own.md': '# Own\n' })
      expect(find(tree)).toMatchObject({ root: tree, title: 'Own' })
    })

    it('is none when the main work tree has none', () => {
      expect(find(linked().tree)).toBeUndefined()
    })
  })
})
