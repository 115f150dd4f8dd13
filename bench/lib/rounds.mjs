// Interleaved rounds: every case once, then every case again, so that a disturbance of the machine affects all of
// them equally.
import { median, middleMean, quantile } from './statistics.mjs'
import { countProcesses, openStopwatch } from './stopwatch.mjs'

/** The first rounds fill the disk cache, compile the configuration and keep compiled code. */
const UNCOUNTED = 3

/**
 * Measures things of the form `{ name, case, mayEndWith?, cpuElsewhere? }`, or with `work`, a function of this process,
 * in place of `case`. `cpuElsewhere()` is what another process, which does the work, has used of the processor so far.
 * A thing that is listed several times is measured as often, and has one figure.
 */
export async function measureRounds(named, { rounds, place, progress = () => {} }) {
  const cases = named.map((one) => one.case ?? { cwd: place.folder, program: ['/bin/true'] })
  const stopwatch = await openStopwatch(cases, place)
  const samples = new Map(named.map(({ name }) => [name, []]))
  const measure = async (index, { name, work, mayEndWith = [0] }) => {
    if (work !== undefined) return { wall: await millisecondsOf(work), cpu: 0 }
    const reading = await stopwatch.measure(index)
    if (mayEndWith.includes(reading.status)) return reading
    throw new Error(`${name} ended with ${reading.status}: ${stopwatch.said(index).stderr.slice(0, 500)}`)
  }
  try {
    for (let round = -UNCOUNTED; round < rounds; round++) {
      progress(round, rounds)
      for (const [index, one] of named.entries()) {
        const { cpuElsewhere = () => 0 } = one
        const before = cpuElsewhere()
        const { wall, cpu } = await measure(index, one)
        if (round >= 0) samples.get(one.name).push({ wall, cpu: cpu + cpuElsewhere() - before })
      }
    }
    return [...new Map(named.map((one) => [one.name, one])).values()].map((one) => ({
      name: one.name,
      ...summary(samples.get(one.name)),
      processes: one.case === undefined ? 0 : countProcesses(one.case, place),
    }))
  } finally {
    stopwatch.close()
  }
}

export function summary(samples) {
  const wall = samples.map((sample) => sample.wall)
  return {
    rounds: samples.length,
    median: median(wall),
    p95: quantile(wall, 0.95),
    cpu: middleMean(samples.map((sample) => sample.cpu)),
  }
}

/** For work inside this process: milliseconds of each run, interleaved in the same way. */
export async function timeRounds(works, { rounds, uncounted }) {
  const samples = Object.fromEntries(Object.keys(works).map((name) => [name, []]))
  for (let round = -uncounted; round < rounds; round++) {
    for (const [name, work] of Object.entries(works)) {
      const ms = await millisecondsOf(work)
      if (round >= 0) samples[name].push(ms)
    }
  }
  return samples
}

export async function millisecondsOf(work) {
  const start = process.hrtime.bigint()
  await work()
  return Number(process.hrtime.bigint() - start) / 1e6
}
