import { chmodSync, existsSync, lchownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../../../testing/src/repository.ts'
import { isSafe, daemonAddress, prepareAddress } from './place.ts'

const shared = `/tmp/holdpoint-${process.getuid?.() ?? 'user'}`

describe('where a daemon is met', () => {
  it.each([
    ['the directory for that', '/run/user/1000', '/run/user/1000/holdpoint'],
    ['no such directory', undefined, shared],
    ['an empty one', '', shared],
    ['one that depends on where we are', 'run', shared],
    ['one that is too long for a socket', `/${'x'.repeat(90)}`, shared],
  ])('%s', (_, runtime, directory) => {
    const place = daemonAddress({ XDG_RUNTIME_DIR: runtime }, 'b1')
    expect(place.directory).toBe(directory)
    expect(place.socket).toBe(`${directory}/b1.sock`)
    expect(place.socket.length).toBeLessThan(104)
  })

  it('is another one for each build', () => {
    expect(daemonAddress({}, 'b1').socket).not.toBe(daemonAddress({}, 'b2').socket)
  })
})

describe('a place', () => {
  let runtime: ReturnType<typeof temporaryDirectory>
  beforeEach(() => (runtime = temporaryDirectory()))
  afterEach(() => runtime.dispose())
  const place = () => daemonAddress({ XDG_RUNTIME_DIR: runtime.path }, 'b1')
  const folder = (): string => join(runtime.path, 'holdpoint')

  it('is made for our eyes only', () => {
    expect(isSafe(place())).toBe(false)
    prepareAddress(place())
    expect(isSafe(place())).toBe(true)
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
  })

  it.each([0o777, 0o770, 0o1777, 0o702])('of mode %o is not used', (mode) => {
    mkdirSync(folder())
    chmodSync(folder(), mode)
    expect(isSafe(place())).toBe(false)
    expect(() => prepareAddress(place())).toThrow('can be written by others')
  })

  it('that is a link is not used', () => {
    mkdirSync(join(runtime.path, 'elsewhere'), { mode: 0o700 })
    symlinkSync('elsewhere', folder())
    expect(isSafe(place())).toBe(false)
    expect(() => prepareAddress(place())).toThrow('is not a directory')
  })

  it('that is a file is not used', () => {
    writeFileSync(folder(), '')
    expect(isSafe(place())).toBe(false)
    expect(() => prepareAddress(place())).toThrow('is not a directory')
  })

  it.runIf(process.getuid?.() === 0)('of another user is not used', () => {
    mkdirSync(folder(), { mode: 0o700 })
    lchownSync(folder(), 65_534, 65_534)
    expect(isSafe(place())).toBe(false)
    expect(() => prepareAddress(place())).toThrow('belongs to another user')
    expect(existsSync(folder())).toBe(true)
  })
})
