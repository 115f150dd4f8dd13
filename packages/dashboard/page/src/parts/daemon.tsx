import type { Daemon, Remedy, State } from '../../../api.ts'
import { now } from '../data/live.ts'
import { ago, bytes, momentOf, plural, span } from '../data/words.ts'
import { Remedies } from './command.tsx'
import { Facts, given, Panel } from './panel.tsx'
import { Text } from './text.tsx'

interface DaemonPanelProps {
  readonly daemon: Daemon | undefined
  readonly answers: State['answers']
  readonly remedies: readonly Remedy[]
}

/** With this many events, it is no coincidence that the daemon answered none. */
const ENOUGH = 10

/** The daemon, and how the events of this project were answered. */
export function DaemonPanel({ daemon, answers, remedies }: DaemonPanelProps) {
  const { warm, cold, since } = answers
  return (
    <Panel title="Daemon" note="Answers events faster. The decisions are the same without it.">
      <div class="inside stack">
        {daemon === undefined && (
          <p>
            <span class="kind pass">not running</span> The next session starts it. Until then each event starts a
            process.
          </p>
        )}
        <Facts
          of={given(
            daemon !== undefined && ['process', <Text of={`${daemon.pid}, version ${daemon.version}`} />],
            daemon !== undefined && [
              'uptime',
              `${span(daemon.startedAt, now.value)}, since ${momentOf(daemon.startedAt)}`,
            ],
            daemon !== undefined && [
              'answered',
              `${plural(daemon.requests, 'event')} of ${plural(daemon.sessions, 'session')}, in all projects`,
            ],
            daemon !== undefined && ['reached by', <Text of={daemon.reachedBy} />],
            daemon !== undefined && ['memory', bytes(daemon.memoryBytes)],
            [
              'this project',
              warm + cold === 0
                ? 'no events yet'
                : `${plural(warm, 'warm answer')} (daemon), ${cold} cold (new process)`,
            ],
            since !== undefined && ['counted since', `${momentOf(since)} (${ago(since, now.value)})`],
          )}
        />
        {warm === 0 && cold >= ENOUGH && (
          <p class="notice warn">
            The daemon answered none of {plural(cold, 'event')}, so each one started Node. Run `holdpoint doctor`.
          </p>
        )}
        <Remedies of={remedies} />
      </div>
    </Panel>
  )
}
