import { appendFileSync, copyFileSync, linkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../../../testing/src/repository.ts'
import { openCopies } from './same-program.ts'

/** Copies are compared, never started. */
describe('a program under another name', () => {
  const { path, dispose } = temporaryDirectory()
  afterAll(dispose)
  const at = (name: string): string => join(path, name)
  const nameOf = (file: string): string | undefined => openCopies()(file)?.split('/').at(-1)

  it('is found by its content', () => {
    copyFileSync('/bin/rm', at('copy'))
    expect(nameOf(at('copy'))).toBe('rm')
  })

  it('with something behind its end, too', () => {
    copyFileSync('/bin/rm', at('longer'))
    appendFileSync(at('longer'), 'x')
    expect(nameOf(at('longer'))).toBe('rm')
  })

  it('is found through a link', () => {
    symlinkSync('/bin/rm', at('link'))
    expect(nameOf(at('link'))).toBe('rm')
  })

  it.runIf(canLink(at('hard')))('is found as a hard link', () => expect(nameOf(at('hard'))).toBe('rm'))

  it('is not any file', () => {
    writeFileSync(at('other'), Buffer.alloc(100_000, 1))
    writeFileSync(at('script'), '#!/bin/sh\nrm -rf x\n')
    expect([at('other'), at('script'), at('missing'), path, '/bin/rm', 'a\0b'].map(nameOf)).toEqual(
      Array.from({ length: 6 }, () => undefined),
    )
  })
})

/** The system may forbid it, and the temporary directory may be another disk. */
function canLink(path: string): boolean {
  try {
    linkSync('/bin/rm', path)
    return true
  } catch {
    return false
  }
}
