import { spawnSync } from 'node:child_process'

const bench = (...args: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, ['bench/run.mjs', ...args], { encoding: 'utf8' })

interface Report {
  readonly machine: { readonly date: string; readonly node: string }
  readonly parts: {
    readonly cold: {
      readonly tables: readonly { readonly title: string; readonly rows: readonly (readonly unknown[])[] }[]
      readonly data: { readonly events: readonly { readonly label: string; readonly ways: Record<string, unknown> }[] }
    }
  }
}

describe('npm run bench', () => {
  it('measures every event with every preset', () => {
    const { status, stdout, stderr } = bench('--rounds', '1', '--parts', 'cold', '--json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'cold …\n' })
    const { machine, parts } = JSON.parse(stdout) as Report
    expect(machine.node).toBe(process.version)
    expect(parts.cold.tables.map(({ title }) => title)).toEqual(['preset recommended', 'preset harness', 'preset all'])
    expect(parts.cold.data.events).toHaveLength(12)
    for (const { ways } of parts.cold.data.events) {
      expect(Object.keys(ways)).toEqual(['cold, recommended', 'cold, harness', 'cold, all'])
    }
  })

  it.each([
    [['nothing'], 'There is no part nothing.'],
    [['--rounds', '0'], 'Usage:'],
    [['--rounds', 'x'], 'Usage:'],
  ])('%j is explained', (args, said) => {
    const { status, stdout, stderr } = bench(...args)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(said)
    expect(stderr).toContain('Parts: events, cold')
  })
})
