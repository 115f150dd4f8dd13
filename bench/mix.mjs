// The mix of one session, answered by a process per event, by the daemon through each client, and inside one process.
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { barRow, BARS_HEAD } from './lib/bars.mjs'
import { coldCase, warmClients } from './lib/clients.mjs'
import { daemonIn, Declined } from './lib/daemon.mjs'
import { load } from './lib/load.mjs'
import { mixIn, mixProject, withinSession } from './lib/mix.mjs'
import { nodeCase, trueCase, withPlace } from './lib/project.mjs'
import { millisecondsOf, summary } from './lib/rounds.mjs'
import { openStopwatch } from './lib/stopwatch.mjs'
import { fixed, thousands, times } from './lib/table.mjs'

const PRESETS = ['recommended', 'harness']
const CLIENTS = 8

/** `builds`: `{ name, bin }`, the one to measure and optionally another to compare it with in the same rounds. */
export const run = ({ rounds = 2, events, note, builds }) =>
  withPlace(async (place) => {
    // A project for each, so that no build uses the caches of another.
    const ways = builds.flatMap((build) =>
      PRESETS.map((preset) => {
        const name = builds.length === 1 ? preset : `${preset}, ${build.name} build`
        const project = mixProject(place.folder, `${build.name}-${preset}`, preset)
        return { name, build, events: mixIn(project, place.env).slice(0, events) }
      }),
    )
    const progress = (what) => (round) => note(`${what}, round ${Math.max(0, round)} of ${rounds}`, true)
    const cold = await inProcesses(ways, place, { rounds, progress: progress('cold') })
    const warm = await byDaemons(ways, builds, place, { rounds, progress: progress('warm') })
    const inside = await inThisProcess(ways, place, { rounds, progress: progress('in-process') })
    return report({ rounds, ways, cold, warm, inside })
  })

/**
 * Every event in every way before the next event, so that a busy moment affects all ways equally. `works` are functions
 * of an event's index that return `{ wall, cpu }`, or undefined where there is nothing to count. The first round fills
 * caches and is not counted.
 */
async function play(count, works, { rounds, progress }) {
  const samples = works.map(() => [])
  for (let round = -1; round < rounds; round++) {
    progress(round)
    for (let event = 0; event < count; event++) {
      for (const [index, work] of works.entries()) {
        const sample = await work(event)
        if (round >= 0 && sample !== undefined) samples[index].push({ event, ...sample })
      }
    }
  }
  return samples
}

/** By name: the samples of the baseline and of every way. */
const named = (baseline, ways, [first, ...others]) => ({
  baseline: { name: baseline, samples: first },
  ways: ways.map(({ name }, index) => ({ name, samples: others[index] })),
})

/** What the host starts or calls for an event: a process of its own, the script that asks the daemon, or an address. */
const CLIENT_WAYS = ['warm, bash', 'warm, http']

async function inProcesses(ways, place, options) {
  const count = ways[0].events.length
  const clients = warmClients(place).filter(({ name }) => CLIENT_WAYS.includes(name))
  const asked = clients.flatMap((client) =>
    ways
      .filter(({ build }) => build === ways[0].build)
      .map(({ name, events }) => ({ name: `${client.name}, ${name}`, client, events })),
  )
  for (const client of clients) await client.prepare([])
  const all = [
    ...ways.map(({ name, build, events }) => ({
      name: `cold, ${name}`,
      cases: events.map((event) => coldCase(event, build.bin)),
    })),
    ...asked.map(({ name, client, events }) => ({ name, client, cases: events.map((event) => client.run(event)) })),
  ]
  const cases = [
    nodeCase(place),
    trueCase(place),
    ...all.flatMap(({ cases: own }) => own.map((one) => (one.work === undefined ? one : trueCase(place)))),
  ]
  const stopwatch = await openStopwatch(cases, place)
  const measure = async (index) => {
    const { status, ...sample } = await stopwatch.measure(index)
    if (status === 0 || status === 2) return sample
    throw new Error(`${JSON.stringify(cases[index])} ended with ${status}: ${stopwatch.said(index).stderr}`)
  }
  try {
    const works = all.map(({ client, cases: own }, way) => async (event) => {
      const before = client?.cpuElsewhere() ?? 0
      const { work } = own[event]
      const { wall, cpu } =
        work === undefined ? await measure(2 + way * count + event) : { wall: await millisecondsOf(work), cpu: 0 }
      return { wall, cpu: cpu + (client?.cpuElsewhere() ?? 0) - before }
    })
    const played = await play(count, [() => measure(0), () => measure(1), ...works], options)
    const [node, nothing, ...others] = played
    return {
      baseline: { name: 'node -e 0', samples: node },
      ways: [
        { name: '/bin/true', samples: nothing },
        ...all.map(({ name }, index) => ({ name, samples: others[index] })),
      ],
    }
  } finally {
    stopwatch.close()
    for (const client of clients) client.close()
  }
}

const BARE_START_EVERY = 8

async function byDaemons(ways, builds, place, options) {
  const count = ways[0].events.length
  const daemons = new Map(builds.map((build) => [build, daemonIn(place, { client: 'shell', build })]))
  const stopwatch = await openStopwatch([nodeCase(place)], place)
  const left = new Set()
  const work = ({ build, events }) => {
    const daemon = daemons.get(build)
    return async (index) => {
      const before = daemon.cpu()
      try {
        const wall = await millisecondsOf(() => daemon.ask(events[index]))
        return { wall, cpu: daemon.cpu() - before }
      } catch (error) {
        if (!(error instanceof Declined)) throw error
        left.add(index)
        daemon.byCommand(events[index])
      }
    }
  }
  try {
    for (const daemon of daemons.values()) daemon.start([])
    const bare = (index) => (index % BARE_START_EVERY === 0 ? stopwatch.measure(0) : undefined)
    const played = named('node -e 0', ways, await play(count, [bare, ...ways.map(work)], options))
    for (const [index, { build, events }] of ways.entries()) {
      // The session has ended, and the daemon has to know one.
      daemons.get(build).byCommand(events[0])
      const asked = withinSession(events.filter((_, event) => !left.has(event)))
      const { perSecond } = await load(asked, CLIENTS, asked.length * (options.rounds + 1), daemons.get(build).ask)
      played.ways[index].perSecond = perSecond
    }
    return { ...played, left: [...left].map((index) => ways[0].events[index].label) }
  } finally {
    stopwatch.close()
    for (const daemon of daemons.values()) daemon.stop()
  }
}

async function inThisProcess(ways, { env }, options) {
  const works = await Promise.all(
    ways.map(async ({ build, events }) => {
      const { dispatch } = await import(pathToFileURL(join(dirname(build.bin), '../lib/index.js')).href)
      return async (index) => {
        const { name, project, input } = events[index]
        const settings = { env: { ...env, CLAUDE_PROJECT_DIR: project }, cwd: project }
        return { wall: await millisecondsOf(() => dispatch([name], JSON.parse(input), settings)), cpu: 0 }
      }
    }),
  )
  const [{ events }] = ways
  const parse = async (index) => ({ wall: await millisecondsOf(() => JSON.parse(events[index].input)), cpu: 0 })
  return named('JSON.parse', ways, await play(events.length, [parse, ...works], options))
}

function report({ rounds, ways, cold, warm, inside }) {
  const [{ events }] = ways
  const commands = events.filter(({ label }) => label === 'PreToolUse Bash').length
  const calls = events.filter(({ name }) => name === 'PreToolUse').length
  return {
    title: 'The mix of a session',
    text: [
      `${events.length} events of one coding session (\`bench/mix.jsonl\`): ${calls} calls of tools with their results, ` +
        `${commands} of them shell commands of all lengths, and prompts, stops, a subagent, a compaction, start and end. ` +
        `Rounds: ${rounds}, after one that is not counted; in a round every event is answered in every way before the ` +
        'next event. Median and p95 are over all events of the mix; a ratio divides by the median of its baseline.',
      ...(warm.left.length === 0
        ? []
        : [
            `Left to a process by the daemon, so not in its figures: ${[...new Set(warm.left)].join('; ')} ` +
              `(${warm.left.length} of ${events.length} events).`,
          ]),
    ],
    tables: [
      barsOf(events, cold),
      tableOf('What the host starts or calls: cold is a process per event, warm asks the daemon', cold),
      tableOf(`Warm: the daemon, asked over its socket; events/s with ${CLIENTS} clients`, warm),
      tableOf('In-process: `dispatch` of the library, audit line included', inside, 3),
      kinds('By kind of event: CPU time as a multiple of `node -e 0`', events, cold),
    ],
    data: { rounds, events: events.length, cold: figures(cold), warm: figures(warm), inside: figures(inside) },
  }
}

/** Each figure that has an aim, beside it. */
function barsOf(events, { baseline, ways }) {
  // With --against, each name says which build it is.
  const of = (name) => ways.find((way) => way.name === name || way.name === `${name}, this build`)?.samples ?? []
  const node = summary(baseline.samples)
  const nothing = summary(of('/bin/true'))
  const kindOf = ({ event }) => events[event].label
  const ratio = (name, keep = () => true) => summary(of(name).filter(keep)).median / node.median
  const labels = [...new Set(events.map(({ label }) => label))]
  const worst = labels
    .map((label) => [label, ratio('cold, harness', (sample) => kindOf(sample) === label)])
    .toSorted(([, a], [, b]) => b - a)[0]
  return {
    title: 'Aims (preset harness)',
    head: BARS_HEAD,
    rows: [
      barRow('cold, median of the mix, x node -e 0', ratio('cold, harness'), { atMost: 1.8 }),
      barRow(`cold, slowest kind (${worst[0]}), x node -e 0`, worst[1], { atMost: 2.6 }),
      barRow('warm by bash, x node -e 0', ratio('warm, bash, harness'), { atMost: 0.18 }),
      barRow('warm by bash, x /bin/true', summary(of('warm, bash, harness')).median / nothing.median, { atMost: 3.3 }),
      barRow('warm by http, x node -e 0', ratio('warm, http, harness'), { atMost: 0.07 }),
      barRow(
        'SessionStart warm, x node -e 0',
        ratio('warm, bash, harness', (sample) => kindOf(sample) === 'SessionStart'),
        { atMost: 0.5 },
      ),
    ],
  }
}

const figures = ({ baseline, ways }) =>
  [baseline, ...ways].map(({ name, samples, perSecond }) => ({ name, perSecond, ...summary(samples) }))

function tableOf(title, measured, digits = 1) {
  const [base, ...others] = figures(measured)
  const hasCpu = others.some(({ cpu }) => cpu > 0)
  const hasRate = others.some(({ perSecond }) => perSecond !== undefined)
  const row = (figure) => [
    figure.name,
    fixed(figure.median, digits),
    fixed(figure.p95, digits),
    times(figure.median / base.median),
    times(figure.p95 / base.median),
    ...(hasCpu ? [times(figure.cpu / base.cpu)] : []),
    ...(hasRate ? [figure.perSecond && thousands(figure.perSecond)] : []),
  ]
  const unit = `x ${base.name}`
  const more = [...(hasCpu ? [`CPU ${unit}`] : []), ...(hasRate ? ['events/s'] : [])]
  return {
    title,
    head: ['way', 'median ms', 'p95 ms', `median ${unit}`, `p95 ${unit}`, ...more],
    rows: [base, ...others].map(row),
  }
}

function kinds(title, events, { baseline, ways }) {
  const { cpu: base } = summary(baseline.samples)
  const of = (label, samples) => summary(samples.filter(({ event }) => events[event].label === label))
  return {
    title,
    head: ['event', 'in the mix', ...ways.map(({ name }) => name)],
    rows: [...new Set(events.map(({ label }) => label))].map((label) => [
      label,
      events.filter((event) => event.label === label).length,
      ...ways.map(({ samples }) => times(of(label, samples).cpu / base)),
    ]),
  }
}
