import { lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { proofReset, proofVerify, type Caller } from './proof.ts'

const user: Caller = { env: {}, isTerminal: true }

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.setSystemTime('2026-03-01T12:00:00Z')
  return () => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})

const FILE = '.claude/.proof-status'

describe('holdpoint proof', () => {
  it('HAR-PROOF-02: a user in a terminal gives proof and takes it back', () => {
    const { path } = aDirectory()
    proofVerify({ project: path }, undefined, user)
    expect(readFileSync(join(path, FILE), 'utf8')).toBe('verified|1772366400\n')
    proofReset({ project: path }, undefined, user)
    expect(readFileSync(join(path, FILE), 'utf8')).toBe('pending|1772366400\n')
    expect(lstatSync(join(path, FILE)).mode & 0o777).toBe(0o600)
  })

  it.each<readonly [string, Caller]>([
    ['an agent', { env: { CLAUDECODE: '1' }, isTerminal: true }],
    ['a program', { env: {}, isTerminal: false }],
    ['an agent in a pipe', { env: { CLAUDECODE: 'yes' }, isTerminal: false }],
  ])('D12: %s cannot', (_, caller) => {
    const { path } = aDirectory()
    expect(() => proofVerify({ project: path }, undefined, caller)).toThrow(/^only you can confirm/)
    expect(() => proofReset({ project: path }, undefined, caller)).toThrow(/^only you can confirm/)
    expect(() => readFileSync(join(path, FILE))).toThrow('ENOENT')
  })

  it('a link in the place of the file is replaced, not followed', () => {
    const { path, write } = aDirectory()
    write({ '.claude/x': '', target: 'mine' })
    symlinkSync(join(path, 'target'), join(path, FILE))
    proofVerify({ project: path, json: true }, undefined, user)
    expect(readFileSync(join(path, 'target'), 'utf8')).toBe('mine')
    expect(readFileSync(join(path, FILE), 'utf8')).toMatch(/^verified\|/)
  })
})
