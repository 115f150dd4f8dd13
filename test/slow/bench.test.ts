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
    const of = (prefix: string, builds: readonly string[]): object =>
      Object.fromEntries(
        ['recommended', 'harness'].flatMap((preset) =>
          builds.map((build) => [`${prefix}${preset}, ${build} build`, events]),
        ),
      )
    const both = ['this', 'other']
    expect(counts(cold)).toEqual({
      'node -e 0': events,
      '/bin/true': events,
      ...of('cold, ', both),
      ...of('warm, bash, ', ['this']),
      ...of('warm, http, ', ['this']),
    })
    expect(counts(inside)).toEqual({ 'JSON.parse': events, ...of('', both) })
    expect(counts(warm)).toMatchObject(of('', both))
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
    expect(stderr).toContain('Parts: mix, guard')
  })
})
