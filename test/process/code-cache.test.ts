import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { aSandbox, type Sandbox } from './support/sandbox.ts'
import { aDirectory } from './support/temporary.ts'

/** Compiled code is kept between processes; whatever happens to it, the answer is the same. */

const home = (sandbox: Sandbox): string => join(sandbox.home, '.local/state/holdpoint')
const folder = (sandbox: Sandbox): string => join(home(sandbox), 'code')
const caches = (sandbox: Sandbox): readonly string[] =>
  existsSync(folder(sandbox)) ? readdirSync(folder(sandbox)).map((name) => join(folder(sandbox), name)) : []
const theCache = (sandbox: Sandbox): string => {
  const [first, ...others] = caches(sandbox)
  expect(others).toEqual([])
  if (first === undefined) throw new Error('nothing was kept')
  return first
}

async function answers(sandbox: Sandbox): Promise<void> {
  const { json, code, stderr } = await sandbox.hook('SubagentStop', { agent_id: 'a1', agent_type: 'writer' })
  expect({ decision: json['decision'], code, stderr }).toEqual({ decision: 'block', code: 0, stderr: '' })
}

const patient = 'presets: [scratchpad]\npacks: { scratchpad: { options: { max_blocks: 100 } } }\nstop_block_cap: 8\n'

describe('compiled code', () => {
  it('is kept for our eyes only, and used again as it is', async () => {
    const sandbox = aSandbox(patient)
    await answers(sandbox)
    const before = statSync(theCache(sandbox))
    expect([before.mode & 0o777, statSync(folder(sandbox)).mode & 0o777]).toEqual([0o600, 0o700])
    await answers(sandbox)
    expect(statSync(theCache(sandbox)).ino).toBe(before.ino)
  })

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ['garbage', (bytes) => Buffer.alloc(bytes.length, 0xa5)],
    [
      'damaged in one sector',
      (bytes) => Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(512), bytes.subarray(8704)]),
    ],
  ])('is made again when it is %s', async (_, damage) => {
    const sandbox = aSandbox(patient)
    await answers(sandbox)
    const cache = theCache(sandbox)
    const sound = readFileSync(cache)
    writeFileSync(cache, damage(sound))
    await answers(sandbox)
    expect(readFileSync(theCache(sandbox)).length).toBeGreaterThan(sound.length / 2)
    await answers(sandbox)
  })

  it.each<[string, (sandbox: Sandbox) => void]>([
    ['a folder others can write', (sandbox) => chmodSync(folder(sandbox), 0o777)],
    ['a file others can write', (sandbox) => chmodSync(theCache(sandbox), 0o666)],
    [
      'a link to a folder',
      (sandbox) => {
        const elsewhere = join(aDirectory().path, 'code')
        renameSync(folder(sandbox), elsewhere)
        symlinkSync(elsewhere, folder(sandbox))
      },
    ],
    [
      'a directory in its place',
      (sandbox) => {
        const cache = theCache(sandbox)
        renameSync(cache, `${cache}-old`)
        mkdirSync(cache)
      },
    ],
  ])('is not run from %s', async (_, spoil) => {
    const sandbox = aSandbox(patient)
    await answers(sandbox)
    spoil(sandbox)
    await answers(sandbox)
  })
})
