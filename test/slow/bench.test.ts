import { spawnSync } from 'node:child_process'

const bench = (...args: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, ['bench/run.mjs', ...args], { encoding: 'utf8' })

type Figures = readonly { readonly name: string; readonly rounds: number; readonly median: number }[]

interface Report {
  readonly machine: { readonly date: string; readonly node: string }
  readonly parts: {
    readonly mix: {
      readonly tables: readonly { readonly title: string; readonly rows: readonly (readonly unknown[])[] }[]
      readonly data: {
        readonly events: number
        readonly cold: Figures
        readonly warm: Figures
        readonly inside: Figures
      }
    }
  }
}

describe('npm run bench', () => {
  it('plays the mix with two builds: cold, warm and in-process', () => {
    const { status, stdout, stderr } = bench(
      'mix',
      '--rounds',
      '1',
      '--events',
      '12',
      '--json',
      '--against',
      'packages/cli/dist/bin',
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'mix …\n' })
    const { machine, parts } = JSON.parse(stdout) as Report
    expect(machine.node).toBe(process.version)
    const { events, cold, warm, inside } = parts.mix.data
    expect(events).toBe(12)
    const counts = (figures: Figures): object => Object.fromEntries(figures.map(({ name, rounds }) => [name, rounds]))
    const every = (count: number): object => ({
      'recommended, this build': count,
      'harness, this build': count,
      'recommended, other build': count,
      'harness, other build': count,
    })
    expect(counts(cold)).toEqual({ 'node -e 0': events, ...every(events) })
    expect(counts(inside)).toEqual({ 'JSON.parse': events, ...every(events) })
    // The daemon leaves the start of a session to a command.
    expect(counts(warm)).toMatchObject(every(events - 1))
  })

  it.each([
    [['nothing'], 'There is no part nothing.'],
    [['mix', '--against', 'nowhere'], 'There is no holdpoint.cjs in nowhere.'],
    [['--rounds', '0'], 'Usage:'],
    [['--rounds', 'x'], 'Usage:'],
    [['--events', '1.5'], '--events takes a number above 0.'],
  ])('%j is explained', (args, said) => {
    const { status, stdout, stderr } = bench(...args)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(said)
    expect(stderr).toContain('Parts: mix, events')
  })
})
