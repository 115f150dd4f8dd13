// What one event costs when a process is started for it, as a multiple of a bare start of Node in the same rounds.
import { coldClient } from './lib/clients.mjs'
import { measureEvents, PRESETS } from './lib/events.mjs'
import { fixed, times } from './lib/table.mjs'

export async function run({ rounds = 50, note }) {
  const measured = await measureEvents({ rounds, note, clientsOf: () => [coldClient()], withBaselines: false })
  const { node, nothing, events } = measured
  const columns = (figure) => [fixed(figure.median), fixed(figure.p95), fixed(figure.cpu), times(figure.cpu / node.cpu)]
  return {
    title: 'A process for each event',
    text: [`${rounds} interleaved rounds. ${METHOD}`],
    tables: PRESETS.map((preset) => ({
      title: `preset ${preset}`,
      head: ['event', 'median ms', 'p95 ms', 'CPU ms', 'CPU x node -e 0', 'processes'],
      rows: [
        ['/bin/true', ...columns(nothing), nothing.processes],
        ['node -e 0', ...columns(node), node.processes],
        ...events.map(({ label, ways }) => {
          const figure = ways[`cold, ${preset}`]
          return [label, ...columns(figure), figure.processes]
        }),
      ],
    })),
    data: measured,
  }
}

export const METHOD =
  'Wall time is what the whole process took, started from a small shell; CPU is user and system time of the process ' +
  'and all it waited for, the mean of the middle half of the rounds; processes are counted in a run of their own, with ' +
  'strace. The bare starts are measured several times in each round.'
