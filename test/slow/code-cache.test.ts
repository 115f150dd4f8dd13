import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { until } from '../process/support/process.ts'
import { aSandbox, HOLDPOINT, type Sandbox } from '../process/support/sandbox.ts'
import { aDirectory } from '../process/support/temporary.ts'

/** Compiled code is kept between processes; whatever happens to it, the answer is the same. */

const home = (sandbox: Sandbox): string => join(sandbox.home, '.local/state/holdpoint')
const folder = (sandbox: Sandbox): string => join(home(sandbox), 'code')
/** The directory of this build. */
const ofBuild = (sandbox: Sandbox): string => join(folder(sandbox), readdirSync(folder(sandbox))[0] ?? '')
const marker = (sandbox: Sandbox): string => join(ofBuild(sandbox), 'in-use')
const caches = (sandbox: Sandbox): readonly string[] =>
  existsSync(folder(sandbox)) ? readdirSync(ofBuild(sandbox)).map((name) => join(ofBuild(sandbox), name)) : []
const cacheOf = (sandbox: Sandbox, chunk: string): string =>
  caches(sandbox).find((cache) => basename(cache).startsWith(`${chunk}-`)) ?? ''
/** One of each chunk that the event needed. */
const theCaches = (sandbox: Sandbox): readonly string[] => {
  const all = caches(sandbox)
  expect(all.length).toBeGreaterThan(1)
  return all
}

/** Whose configuration has been compiled, which no other event does. */
async function settled(config: string): Promise<Sandbox> {
  const sandbox = aSandbox(config)
  for (const event of ['SubagentStop', 'PreToolUse', 'Notification'])
    await sandbox.hookProcess(event, { tool_name: 'Read' })
  rmSync(folder(sandbox), { recursive: true, force: true })
  return sandbox
}

async function answers(sandbox: Sandbox): Promise<void> {
  const { json, code, stderr } = await sandbox.hookProcess('SubagentStop', { agent_id: 'a1', agent_type: 'writer' })
  expect({ decision: json['decision'], code, stderr }).toEqual({ decision: 'block', code: 0, stderr: '' })
}

const patient = 'presets: [scratchpad]\npacks: { scratchpad: { options: { max_blocks: 100 } } }\nstop_block_cap: 8\n'

describe('compiled code', () => {
  it('is kept for our eyes only, and used again as it is', async () => {
    const sandbox = await settled(patient)
    await answers(sandbox)
    const before = theCaches(sandbox).map((cache) => statSync(cache))
    expect(new Set(before.map(({ mode }) => mode & 0o777))).toEqual(new Set([0o600]))
    expect(statSync(folder(sandbox)).mode & 0o777).toBe(0o700)
    await answers(sandbox)
    expect(theCaches(sandbox).map((cache) => statSync(cache).ino)).toEqual(before.map(({ ino }) => ino))
  })

  it('is kept anew when an event needs a part that is new, because the others do more then, too', async () => {
    const sandbox = await settled('presets: [recommended]')
    const common = (): number => statSync(cacheOf(sandbox, 'hook.cjs')).ino
    const notify = (): Promise<unknown> => sandbox.hookProcess('Notification', { message: 'x' })
    const call = (): Promise<unknown> =>
      sandbox.hookProcess('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'date && id' } })
    await notify()
    const before = common()
    await notify()
    expect(common()).toBe(before)
    await call()
    expect(common()).not.toBe(before)
    const after = common()
    await call()
    expect(common()).toBe(after)
  })

  it('is removed after a month without a new file, when another build comes', async () => {
    const sandbox = await settled(patient)
    const [old, recent] = ['1111111111111111', '2222222222222222'].map((build) => join(folder(sandbox), build))
    for (const build of [old ?? '', recent ?? '']) mkdirSync(build, { recursive: true, mode: 0o700 })
    chmodSync(folder(sandbox), 0o700)
    const then = new Date(Date.now() - 31 * 24 * 3_600_000)
    utimesSync(old ?? '', then, then)
    await answers(sandbox)
    expect([existsSync(old ?? ''), existsSync(recent ?? ''), readdirSync(folder(sandbox)).length]).toEqual([
      false,
      true,
      2,
    ])
  })

  it('is never that of another text of the same length', async () => {
    const sandbox = await settled(patient)
    const { path } = aDirectory()
    cpSync(dirname(HOLDPOINT), path, { recursive: true })
    const file = join(path, 'hook.cjs')
    const asBuilt = readFileSync(file, 'utf8')
    const said = (): string => {
      const env = { HOME: sandbox.home, PATH: process.env['PATH'] }
      const options = { cwd: sandbox.project, env, encoding: 'utf8', input: '{}' } as const
      return spawnSync(process.execPath, [join(path, basename(HOLDPOINT)), 'hook'], options).stderr
    }
    expect(said()).toContain('no event named')
    writeFileSync(file, asBuilt.replace('no event named', 'NO EVENT NAMED'))
    expect(said()).toContain('NO EVENT NAMED')
    writeFileSync(file, asBuilt)
    expect(said()).toContain('no event named')
    expect(caches(sandbox).filter((cache) => basename(cache).startsWith('hook.cjs-')).length).toBeGreaterThanOrEqual(2)
  })

  it('is made again whichever byte is wrong', async () => {
    const sandbox = await settled(patient)
    await answers(sandbox)
    const entry = cacheOf(sandbox, 'hook.cjs')
    const sound = readFileSync(entry)
    for (let round = 0; round < 6; round++) {
      const at = Math.floor(((round + 0.37) * sound.length) / 6)
      const damaged = Buffer.from(sound)
      damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << (round % 8)), at)
      writeFileSync(entry, damaged)
      await answers(sandbox)
      expect(readFileSync(entry).equals(damaged), `byte ${at}`).toBe(false)
    }
  })

  // Not the inode: a file system may use that of a removed file again.
  const writtenAt = (cache: string): bigint => statSync(cache, { bigint: true }).mtimeNs

  it.each(['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const)('is made again after a process died of %s', async (signal) => {
    const sandbox = await settled(patient)
    await answers(sandbox)
    const before = new Map(theCaches(sandbox).map((cache) => [cache, writtenAt(cache)]))
    const dying = sandbox.start(['SubagentStop'], { input: '{"agent', keepOpen: true })
    await until(() => existsSync(marker(sandbox)), 'the process uses compiled code')
    dying.child.kill(signal)
    expect((await dying.ended).signal).toBe(signal)
    await answers(sandbox)
    await answers(sandbox)
    const after = caches(sandbox)
    expect(after.length).toBeGreaterThan(1)
    expect(after.filter((cache) => writtenAt(cache) === before.get(cache))).toEqual([])
    expect(existsSync(marker(sandbox))).toBe(false)
  })

  it('is used while another process uses it', async () => {
    const sandbox = await settled(patient)
    await answers(sandbox)
    const before = theCaches(sandbox).map((cache) => statSync(cache).ino)
    writeFileSync(marker(sandbox), String(process.pid))
    await answers(sandbox)
    expect(existsSync(marker(sandbox))).toBe(true)
    rmSync(marker(sandbox))
    expect(theCaches(sandbox).map((cache) => statSync(cache).ino)).toEqual(before)
  })

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ['garbage', (bytes) => Buffer.alloc(bytes.length, 0xa5)],
    [
      'without one of its blocks',
      (bytes) => {
        const at = (bytes.length >> 13) << 12
        return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(4096), bytes.subarray(at + 4096)])
      },
    ],
  ])('is made again when it is %s', async (_, damage) => {
    const sandbox = await settled(patient)
    await answers(sandbox)
    const sound = theCaches(sandbox).map((cache) => readFileSync(cache))
    theCaches(sandbox).forEach((cache, index) => writeFileSync(cache, damage(sound[index] ?? Buffer.alloc(0))))
    const damaged = theCaches(sandbox).map((cache) => statSync(cache).ino)
    await answers(sandbox)
    theCaches(sandbox).forEach((cache, index) => {
      expect(statSync(cache).ino, cache).not.toBe(damaged[index])
      expect(readFileSync(cache).length, cache).toBeGreaterThan((sound[index]?.length ?? 0) / 2)
    })
    await answers(sandbox)
  })

  it.each<[string, (sandbox: Sandbox) => void]>([
    ['a folder others can write', (sandbox) => chmodSync(folder(sandbox), 0o777)],
    ['files others can write', (sandbox) => theCaches(sandbox).forEach((cache) => chmodSync(cache, 0o666))],
    [
      'a link to a folder',
      (sandbox) => {
        const elsewhere = join(aDirectory().path, 'code')
        renameSync(folder(sandbox), elsewhere)
        symlinkSync(elsewhere, folder(sandbox))
      },
    ],
    [
      'directories in their place',
      (sandbox) => {
        for (const cache of theCaches(sandbox)) {
          renameSync(cache, `${cache}-old`)
          mkdirSync(cache)
        }
      },
    ],
  ])('is not run from %s', async (_, spoil) => {
    const sandbox = await settled(patient)
    await answers(sandbox)
    spoil(sandbox)
    await answers(sandbox)
  })
})
