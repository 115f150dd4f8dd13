import type { Files } from '@holdpoint/engine'
import { foldName } from '@holdpoint/shell'
import { listed } from './listed.ts'

const AT = new Date(0)

/** Counts what is asked of the file system. */
function counted(present: Readonly<Record<string, string>>, unlistable: readonly string[] = []) {
  const asked: string[] = []
  const files = {
    list(directory: string) {
      asked.push(`list ${directory}`)
      if (unlistable.includes(directory)) throw new Error('EACCES')
      return Object.keys(present).flatMap((path) =>
        path.startsWith(`${directory}/`) ? [path.slice(directory.length + 1)] : [],
      )
    },
    stat(path: string) {
      asked.push(`stat ${path}`)
      const text = Object.entries(present).find(([name]) => foldName(name) === foldName(path))?.[1]
      return text === undefined ? undefined : { kind: 'file', size: text.length, modifiedAt: AT }
    },
    read(path: string) {
      asked.push(`read ${path}`)
      return present[path]
    },
  } as unknown as Files
  return { files: listed(files), asked }
}

describe('listed files', () => {
  it('names that are not there cost one listing', () => {
    const { files, asked } = counted({ '/p/a.json': '{}' })
    for (const name of ['b.json', 'c.json', 'd.json']) {
      expect(files.stat(`/p/${name}`)).toBeUndefined()
      expect(files.read(`/p/${name}`)).toBeUndefined()
    }
    expect(files.list('/p')).toEqual(['a.json'])
    expect(asked).toEqual(['list /p'])
  })

  it('a name that is there is looked at', () => {
    const { files, asked } = counted({ '/p/a.json': '{}' })
    expect(files.stat('/p/a.json')).toEqual({ kind: 'file', size: 2, modifiedAt: AT })
    expect(files.read('/p/a.json')).toBe('{}')
    expect(asked).toEqual(['list /p', 'stat /p/a.json', 'read /p/a.json'])
  })

  it('the file system decides about case', () => {
    expect(counted({ '/p/Makefile': 'test:' }).files.stat('/p/makefile')?.size).toBe(5)
  })

  it('a directory that cannot be listed is still entered', () => {
    expect(counted({ '/p/a.json': '{}' }, ['/p']).files.read('/p/a.json')).toBe('{}')
  })
})
