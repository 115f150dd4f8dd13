import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { strikesReset } from './strikes.ts'

const printed: string[] = []

beforeEach(() => {
  printed.length = 0
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  return () => void vi.restoreAllMocks()
})

describe('ENG-07: holdpoint strikes reset', () => {
  it('forgets the strikes of both gates', () => {
    const { path, write } = aDirectory()
    write({ '.claude/.test-gate-strikes': '2|1|3\n', '.claude/.mock-gate-strikes': '1|1\n' })
    strikesReset({ project: path })
    expect(printed.join('')).toBe('quality/test-gate: 2 strikes forgotten\nquality/mock-gate: 1 strike forgotten\n')
    expect(existsSync(join(path, '.claude/.test-gate-strikes'))).toBe(false)
    expect(existsSync(join(path, '.claude/.mock-gate-strikes'))).toBe(false)
  })

  it('says so when there are none, and clears away what says nothing', () => {
    const { path, write } = aDirectory()
    strikesReset({ project: path })
    write({ '.claude/.test-gate-strikes': 'garbage' })
    strikesReset({ project: path })
    expect(printed.join('')).toBe('Nothing to reset.\nNothing to reset.\n')
    expect(existsSync(join(path, '.claude/.test-gate-strikes'))).toBe(false)
  })

  it('reports to scripts, too', () => {
    const { path, write } = aDirectory()
    write({ '.claude/.mock-gate-strikes': '4|1|0\n' })
    strikesReset({ project: path, json: true })
    expect(JSON.parse(printed.join(''))).toEqual([{ gate: 'quality/mock-gate', count: 4 }])
  })
})
