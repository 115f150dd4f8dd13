import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import { files } from './files.ts'

describe('files.remove', () => {
  it('removes a file, and a link but not what it points at', () => {
    const { path, write } = aDirectory()
    write({ file: 'a', target: 'b' })
    symlinkSync(join(path, 'target'), join(path, 'link'))
    files.remove(join(path, 'file'))
    files.remove(join(path, 'link'))
    expect([existsSync(join(path, 'file')), existsSync(join(path, 'link'))]).toEqual([false, false])
    expect(readFileSync(join(path, 'target'), 'utf8')).toBe('b')
  })

  it('leaves a directory alone, and does not mind what is not there', () => {
    const { path, write } = aDirectory()
    write({ file: '' })
    mkdirSync(join(path, 'folder'))
    for (const name of ['folder', 'nothing', 'no/where', 'file/below']) files.remove(join(path, name))
    expect([existsSync(join(path, 'folder')), existsSync(join(path, 'file'))]).toEqual([true, true])
  })

  it('says so when it may not', () => {
    expect(() => files.remove('/proc/self/status')).toThrow(/EPERM|EACCES/)
  })
})
