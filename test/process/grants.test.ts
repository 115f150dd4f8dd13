import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ATTEMPTS, CALLS } from '../../packages/packs/src/guard/self-protection/grant-attempts.ts'
import { grantCall } from '../../packages/runtime/src/approvals/grant.ts'
import { addSnooze, endSnoozes } from '../../packages/runtime/src/approvals/snooze.ts'
import { placeOf } from '../../packages/runtime/src/system/state/place.ts'
import { aSandbox, type HookAnswer, type Sandbox, type SpoolLine } from './support/sandbox.ts'

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } })
const RESET = bash('git reset --hard')

const decision = ({ json }: HookAnswer): unknown =>
  (json['hookSpecificOutput'] as Record<string, unknown> | undefined)?.['permissionDecision'] ?? 'pass'

interface Approved extends SpoolLine {
  readonly approval?: { readonly state: string; readonly id: string }
}

const approvals = ({ spool }: Sandbox): readonly NonNullable<Approved['approval']>[] =>
  spool().flatMap((line: Approved) => line.approval ?? [])

const doorOf = ({ project, env }: Sandbox) => ({ place: placeOf(project, env), env, now: () => new Date() })

const lastRequest = (sandbox: Sandbox): string =>
  approvals(sandbox).findLast(({ state }) => state === 'requested')?.id ?? 'none'

describe('an agent that tries to allow its own calls', () => {
  it(`is denied ${ATTEMPTS.length + CALLS.length} times by hooks that are always on, and each attempt is in the audit`, async () => {
    const sandbox = aSandbox('presets: []\n')
    const attempts = [...ATTEMPTS.map(bash), ...CALLS.map(([tool_name, tool_input]) => ({ tool_name, tool_input }))]
    const here = attempts.map(
      (each) => JSON.parse(JSON.stringify(each).replaceAll(/\/home\/(?:test|dev)\b/g, sandbox.home)) as typeof each,
    )
    const passed: unknown[] = []
    for (const each of here) if (decision(await sandbox.hook('PreToolUse', each)) !== 'deny') passed.push(each)
    expect(passed).toEqual([])
    const denials = sandbox.spool().filter((line) => line.decision === 'deny')
    expect(denials).toHaveLength(attempts.length)
    for (const { hooks } of denials) {
      expect(hooks.find(({ decision: word }) => word === 'deny')?.['id']).toMatch(
        /^guard\/(?:self-protection|no-catastrophe)$/,
      )
    }
    expect(approvals(sandbox)).toEqual([])
  })
})

describe('a refused call', () => {
  it('passes once when it is allowed, and the audit has every step', async () => {
    const sandbox = aSandbox('presets: [recommended]\n')
    expect(decision(await sandbox.hook('PreToolUse', RESET))).toBe('deny')
    expect(grantCall(lastRequest(sandbox), 'terminal', doorOf(sandbox)).state).toBe('granted')
    expect(decision(await sandbox.hook('PreToolUse', RESET))).toBe('pass')
    expect(decision(await sandbox.hook('PreToolUse', RESET))).toBe('deny')
    expect(approvals(sandbox).map(({ state }) => state)).toEqual(['requested', 'granted', 'used', 'requested'])
  })

  it('is refused when its use cannot be recorded', async () => {
    const sandbox = aSandbox('presets: [recommended]\n')
    await sandbox.hook('PreToolUse', RESET)
    grantCall(lastRequest(sandbox), 'terminal', doorOf(sandbox))
    const spool = join(doorOf(sandbox).place.directory, 'spool')
    rmSync(spool, { recursive: true })
    writeFileSync(spool, 'no directory')
    const answer = await sandbox.hook('PreToolUse', RESET)
    expect(decision(answer)).toBe('deny')
    expect(JSON.stringify(answer.json)).toContain('cannot be recorded')
    rmSync(spool)
    expect(decision(await sandbox.hook('PreToolUse', RESET))).toBe('deny')
  })
})

describe('a snoozed hook', () => {
  const HOOK = 'guard/no-destructive-git'

  it('is left out until the snooze ends, and the audit says so', async () => {
    const sandbox = aSandbox('presets: [recommended]\n')
    addSnooze(HOOK, 60_000, undefined, doorOf(sandbox))
    expect(decision(await sandbox.hook('PreToolUse', RESET))).toBe('pass')
    const [, line] = sandbox.spool()
    expect(line?.hooks.find(({ id }) => id === HOOK)).toMatchObject({ skipped: 'snoozed' })
    expect(endSnoozes(HOOK, doorOf(sandbox))).toHaveLength(1)
    expect(decision(await sandbox.hook('PreToolUse', RESET))).toBe('deny')
    expect(approvals(sandbox).map(({ state }) => state)).toEqual(['snoozed', 'snooze-ended', 'requested'])
  })

  it('is left out in its session only, and until that session ends', async () => {
    const sandbox = aSandbox('presets: [recommended]\n')
    addSnooze(HOOK, 60_000, 's1', doorOf(sandbox))
    expect(decision(await sandbox.hook('PreToolUse', { ...RESET, session_id: 's2' }))).toBe('deny')
    expect(decision(await sandbox.hook('PreToolUse', RESET))).toBe('pass')
    await sandbox.hook('SessionEnd', { reason: 'other' })
    expect(decision(await sandbox.hook('PreToolUse', RESET))).toBe('deny')
  })

  it('is never one that is always on', async () => {
    const sandbox = aSandbox('presets: [recommended]\n')
    addSnooze('guard/self-protection', 60_000, undefined, doorOf(sandbox))
    expect(decision(await sandbox.hook('PreToolUse', bash('holdpoint uninstall')))).toBe('deny')
  })

  it('may be a rule', async () => {
    const sandbox = aSandbox('rules: { no-make: { when: { runs: make }, then: deny, message: no } }\n')
    expect(decision(await sandbox.hook('PreToolUse', bash('make')))).toBe('deny')
    addSnooze('rules/no-make', 60_000, undefined, doorOf(sandbox))
    expect(decision(await sandbox.hook('PreToolUse', bash('make')))).toBe('pass')
  })
})
