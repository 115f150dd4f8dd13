import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { program } from '../../../../../test/process/support/program.ts'
import type { Started } from '../../../../../test/process/support/process.ts'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import { childToken, isReentrant, openChildToken, removeDeadTokens } from './reentry.ts'

const owner = await program(`
  import { writeSync } from 'node:fs'
  import { childToken } from './packages/runtime/src/system/process/reentry.ts'
  const first = childToken(process.argv[2])
  writeSync(1, first + '\\n' + (childToken(process.argv[2]) === first) + '\\nready')
  process.stdin.on('end', () => process.exit(0)).resume()
`)

describe('ENG-104: a token', () => {
  it('counts while its owner lives, and is gone afterwards', async () => {
    const home = aHome()
    const { started, token } = await ownerIn(home)
    expect(isReentrant(token, home)).toBe(true)

    started.child.stdin?.end()
    await started.ended
    expect(isReentrant(token, home)).toBe(false)
    expect(readdirSync(join(home, 'running'))).toEqual([])
  })

  it('of one event ends with it, however many there are', () => {
    const home = aHome()
    const before = process.listenerCount('exit')
    for (let n = 0; n < 20; n++) {
      const token = openChildToken(home)
      expect(isReentrant(token.value(), home)).toBe(true)
      expect(token.value()).toBe(token.value())
      token.end()
      // A hook that was given up on may still be at work.
      expect(() => token.value()).toThrow('over')
    }
    expect(readdirSync(join(home, 'running'))).toEqual([])
    expect(process.listenerCount('exit')).toBeLessThanOrEqual(before + 1)
  })

  it('does not count when its owner was killed, although it is still there, and is then cleared away', async () => {
    const home = aHome()
    const dead = await ownerIn(home)
    const living = await ownerIn(home)
    dead.started.child.kill('SIGKILL')
    await dead.started.ended
    expect(existsSync(join(home, 'running', dead.token))).toBe(true)
    expect(isReentrant(dead.token, home)).toBe(false)

    removeDeadTokens(home)
    expect(readdirSync(join(home, 'running'))).toEqual([living.token])
    living.started.child.stdin?.end()
    await living.started.ended
  })

  it('counts only in the home it was made in, and each home has its own', () => {
    const [one, two] = [aHome(), aHome()]
    const tokens = [childToken(one), childToken(two)]
    expect([isReentrant(tokens[0], one), isReentrant(tokens[1], two)]).toEqual([true, true])
    expect(isReentrant(tokens[0], two)).toBe(false)
  })

  const forged = ['1', 'true', 'yes', '', '../x', '../../etc/passwd', '.', '/', `${process.pid}`, `${process.pid}-abc`]
  it.each([...forged, 'x'.repeat(500), '1-\0', undefined])('cannot be forged as %j', (value) => {
    const home = aHome()
    childToken(home)
    expect(isReentrant(value, home)).toBe(false)
  })

  it.each([
    ['is a link', (folder: string) => symlinkSync(aDirectory().path, folder)],
    ['can be written by others', (folder: string) => openToAll(folder)],
  ])('does not count where the directory %s', (_, make) => {
    const home = aHome()
    const name = `${process.pid}-abcdef`
    make(join(home, 'running'))
    aFileIn(join(home, 'running'), name)
    expect(isReentrant(name, home)).toBe(false)
  })
})

async function ownerIn(home: string): Promise<{ started: Started; token: string }> {
  const started = owner.start([home], { keepOpen: true })
  const [token = '', isStable] = (await started.printed('ready')).split('\n')
  expect(isStable).toBe('true')
  return { started, token }
}

function aHome(): string {
  const home = join(aDirectory().path, 'home')
  mkdirSync(home, { mode: 0o700 })
  return home
}

function openToAll(folder: string): void {
  mkdirSync(folder)
  chmodSync(folder, 0o777)
}

/** A directory works like a file: only its name is checked. */
function aFileIn(folder: string, name: string): void {
  mkdirSync(join(folder, name), { recursive: true })
}
