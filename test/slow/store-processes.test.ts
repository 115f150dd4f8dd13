import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStore } from '../../packages/runtime/src/audit/store/open.ts'
import type { Scope, Store } from '../../packages/runtime/src/audit/store/store.ts'
import { aDirectory } from '../process/support/temporary.ts'
import { program } from '../store/support/program.ts'

const counter = await program(`
  import { openStore } from './packages/runtime/src/audit/store/open.ts'
  const [directory, kind, times, limit] = process.argv.slice(2)
  const { store } = await openStore(directory)
  let counted = 0
  for (let n = 0; n < Number(times); n++) {
    const answer = await store.increment({ kind }, 'n', limit === undefined ? {} : { limit: Number(limit) })
    if (answer.counted) counted += 1
  }
  console.log(counted)
  await store.close()
`)

const swapper = await program(`
  import { openStore } from './packages/runtime/src/audit/store/open.ts'
  const { store } = await openStore(process.argv[2])
  const scope = { kind: 'project' }
  for (let n = 0; n < 50; n++) {
    for (let done = false; !done;) {
      const expected = await store.get(scope, 'list')
      done = await store.put(scope, 'list', [...(expected ?? []), process.pid], { expected })
    }
  }
  await store.close()
`)

const holder = await program(`
  import { openStore } from './packages/runtime/src/audit/store/open.ts'
  const { store } = await openStore(process.argv[2])
  console.log(JSON.stringify(await store.lock({ kind: 'project' }, 'l', 'holder', Number(process.argv[3]))))
  setInterval(() => undefined, 1000)
`)

const PROJECT: Scope = { kind: 'project' }

async function aStore(): Promise<{ directory: string; store: Store }> {
  const directory = join(aDirectory().path, 'project')
  const { store } = await openStore(directory)
  onTestFinished(store.close)
  return { directory, store }
}

describe('many processes', () => {
  it.each(['project', 'user'] as const)('D19: 16 x 300 increments in the scope %s, and none is lost', async (kind) => {
    const { directory, store } = await aStore()
    const ends = await Promise.all(Array.from({ length: 16 }, () => counter([directory, kind, '300']).ended))
    expect(ends.map(({ stderr }) => stderr).join('')).toBe('')
    expect(await store.get({ kind }, 'n')).toBe(16 * 300)
  })

  it('T-ENG-55: 10 x 10 increments with a limit of 25 count exactly 25', async () => {
    const { directory, store } = await aStore()
    const ends = await Promise.all(Array.from({ length: 10 }, () => counter([directory, 'project', '10', '25']).ended))
    expect(ends.map(({ stderr }) => stderr).join('')).toBe('')
    expect(ends.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(25)
    expect(await store.get(PROJECT, 'n')).toBe(25)
  })

  it('compare and set loses no change of 8 x 50', async () => {
    const { directory, store } = await aStore()
    const started = Array.from({ length: 8 }, () => swapper([directory]))
    const ends = await Promise.all(started.map(({ ended }) => ended))
    expect(ends.map(({ stderr }) => stderr).join('')).toBe('')
    const list = (await store.get(PROJECT, 'list')) as readonly number[]
    for (const { child } of started) expect(list.filter((pid) => pid === child.pid)).toHaveLength(50)
  })

  it('a lock outlives the process that was killed with it, and is taken over when its time is over', async () => {
    const { directory, store } = await aStore()
    const killedSoon = async (lifeMs: number): Promise<void> => {
      const started = holder([directory, String(lifeMs)])
      expect(JSON.parse(await started.printed('\n'))).toEqual({ held: true })
      started.child.kill('SIGKILL')
      await started.ended
    }
    await killedSoon(3_600_000)
    expect(await store.lock(PROJECT, 'l', 'other', 1000)).toMatchObject({ held: false, owner: 'holder' })
    await killedSoon(0)
    expect(await store.lock(PROJECT, 'l', 'other', 1000)).toEqual({ held: true })
  })
})
