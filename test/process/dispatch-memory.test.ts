import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { aDispatcher, fakeHook } from './support/in-process.ts'
import { aDirectory } from './support/temporary.ts'

describe('T-ENG-19: context given before a compaction', () => {
  const preserve = fakeHook({ id: 'session/preserve', on: ['compact.before'], role: 'context' }, ({ inject }) =>
    inject('Plan: "step 3" \\ next'),
  )

  it('is printed as plain text, comes back once after it, and not in another session', async () => {
    const { ask, askForText } = aDispatcher([preserve])
    expect(await askForText('PreCompact', { trigger: 'auto' })).toBe('Plan: "step 3" \\ next')
    expect((await ask('SessionStart', { source: 'compact', session_id: 's2' })).stdout).toBe('')
    expect((await ask('SessionStart', { source: 'resume' })).stdout).toBe('')
    expect((await ask('SessionStart', { source: 'compact' })).json).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'Plan: "step 3" \\ next' },
    })
    expect((await ask('SessionStart', { source: 'compact' })).stdout).toBe('')
  })
})

/** Fails, denies or passes, as the test says. */
function moody(id: `${string}/${string}` = 'own/moody', onError: 'open' | 'closed' = 'open') {
  const mood = { now: 'fail' as 'fail' | 'deny' | 'pass', runs: 0 }
  const hook = fakeHook({ id, on: ['tool.before'], onError }, ({ deny, pass }) => {
    mood.runs += 1
    if (mood.now === 'fail') throw new Error('broken')
    return mood.now === 'deny' ? deny('said', { text: 'No.' }) : pass
  })
  return { hook, mood }
}

const OPEN = (id: string, threshold = 3): string =>
  `Hook ${id} circuit breaker OPEN (${threshold}+ failures). Skipping validation.`

describe('the circuit breaker', () => {
  it('T-ENG-45: leaves a hook out after three failures, and says so once', async () => {
    const { hook, mood } = moody()
    const { ask, spool } = aDispatcher([hook])
    const first = await ask('PreToolUse')
    expect(first.json).toEqual({
      systemMessage: 'Hook own/moody encountered an unexpected error (exit 1). Failing open. (broken)',
    })
    for (let n = 0; n < 2; n++) expect((await ask('PreToolUse')).stdout).toBe('')

    mood.now = 'deny'
    expect((await ask('PreToolUse')).json).toEqual({ systemMessage: OPEN('own/moody') })
    expect((await ask('PreToolUse')).stdout).toBe('')
    expect(mood.runs).toBe(3)
    const last = spool().at(-1)
    expect(last?.hooks).toMatchObject([{ id: 'own/moody', decision: 'pass', skipped: 'breaker' }])
  })

  it('T-ENG-47: starts counting anew after a clean run', async () => {
    const { hook, mood } = moody()
    const { ask } = aDispatcher([hook])
    for (const next of ['fail', 'fail', 'pass', 'fail', 'fail', 'deny'] as const) {
      mood.now = next
      await ask('PreToolUse')
    }
    expect(mood.runs).toBe(6)
  })

  it('T-ENG-48: stays open for the session, and a new session enforces again', async () => {
    const { hook, mood } = moody()
    const { ask } = aDispatcher([hook])
    for (let n = 0; n < 3; n++) await ask('PreToolUse')
    mood.now = 'deny'
    for (let n = 0; n < 3; n++) expect((await ask('PreToolUse')).json).not.toHaveProperty('hookSpecificOutput')
    expect((await ask('PreToolUse', { session_id: 's2' })).json).toHaveProperty('hookSpecificOutput')
  })

  it('T-ENG-49: takes its threshold from the configuration', async () => {
    const { hook, mood } = moody()
    const { ask } = aDispatcher([hook], 'presets: [recommended]\nbreaker: { threshold: 5 }\n')
    for (let n = 0; n < 3; n++) await ask('PreToolUse')
    mood.now = 'deny'
    expect((await ask('PreToolUse')).json).toHaveProperty('hookSpecificOutput')
    mood.now = 'fail'
    for (let n = 0; n < 5; n++) await ask('PreToolUse')
    expect((await ask('PreToolUse')).json).toEqual({ systemMessage: OPEN('own/moody', 5) })
    expect(mood.runs).toBe(9)
  })

  it('ENG-80: does not count denials', async () => {
    const { hook, mood } = moody()
    mood.now = 'deny'
    const { ask } = aDispatcher([hook])
    for (let n = 0; n < 5; n++) expect((await ask('PreToolUse')).json).toHaveProperty('hookSpecificOutput')
  })

  it('ENG-83: never leaves out what fails closed', async () => {
    const { hook, mood } = moody('guard/nuclear', 'closed')
    const { ask } = aDispatcher([hook])
    for (let n = 0; n < 5; n++) {
      expect((await ask('PreToolUse')).json['hookSpecificOutput']).toMatchObject({ permissionDecision: 'deny' })
    }
    expect(mood.runs).toBe(5)
  })
})

describe('T-ENG-50: the marker of development mode', () => {
  const denies = (id: `${string}/${string}`, onError: 'open' | 'closed' = 'open') =>
    fakeHook({ id, on: ['tool.before'], onError }, ({ deny }) => deny('said', { text: `${id}.` }))

  it('leaves planning out while it is there, and is noted in the audit', async () => {
    const plugin = aDirectory()
    const { ask, spool } = aDispatcher([denies('planning/spec')], '', { pluginRoot: plugin.path })
    expect((await ask('PreToolUse')).json).toHaveProperty('hookSpecificOutput')

    plugin.write({ 'hooks/.dev-mode': '' })
    expect((await ask('PreToolUse')).stdout).toBe('')
    expect(spool().at(-1)?.hooks).toMatchObject([{ id: 'planning/spec', skipped: 'dev-mode' }])

    rmSync(join(plugin.path, 'hooks/.dev-mode'))
    expect((await ask('PreToolUse')).json).toHaveProperty('hookSpecificOutput')
  })

  it('touches no other pack, and nothing that fails closed', async () => {
    const plugin = aDirectory()
    plugin.write({ 'hooks/.dev-mode': '' })
    const hooks = [denies('planning/a'), denies('planning/b', 'closed'), denies('own/c')]
    const { ask } = aDispatcher(hooks, '', { pluginRoot: plugin.path })
    expect((await ask('PreToolUse')).json['hookSpecificOutput']).toMatchObject({
      permissionDecisionReason: 'planning/b.\nown/c.',
    })
  })

  it('ENG-86: covers the packs and the file that the configuration names', async () => {
    const plugin = aDirectory()
    plugin.write({ 'dev.txt': '' })
    const config = 'presets: [all]\ndev_mode: { file: dev.txt, packs: [own] }\n'
    const { ask } = aDispatcher([denies('planning/a'), denies('own/c')], config, { pluginRoot: plugin.path })
    expect((await ask('PreToolUse')).json['hookSpecificOutput']).toMatchObject({
      permissionDecisionReason: 'planning/a.',
    })
  })
})
