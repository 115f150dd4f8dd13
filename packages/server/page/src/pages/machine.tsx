import { count, Facts, given, Head, KindCounts, Panel, Text } from '@holdpoint/dashboard/page'
import type { MachinePage } from '../../../src/api.ts'
import { change, me, useAsked } from '../data.ts'
import { AlarmTable, DecisionTable, Waiting, When } from '../parts.tsx'

export function Machine({ id }: { readonly id: string }) {
  const asked = useAsked<MachinePage>(`/api/machines/${encodeURIComponent(id)}`)
  return <Waiting for={asked}>{(found) => <Body of={found} again={asked.again} />}</Waiting>
}

function Body({ of, again }: { readonly of: MachinePage; again(): void }) {
  const { machine, projects, chains, alarms, decisions, counts } = of
  const act = (what: 'revoke' | 'erase', question: string): void => {
    if (window.confirm(question)) void change(`/api/machines/${machine.id}/${what}`).then(again, again)
  }
  return (
    <>
      <Head title={<Text of={machine.name} />} note={machine.label}>
        {me.value?.person.role === 'admin' && (
          <>
            {machine.revokedAt === undefined && (
              <button type="button" onClick={() => act('revoke', 'Remove this machine? It can send nothing any more.')}>
                Remove
              </button>
            )}
            {machine.erasedAt === undefined && (
              <button
                type="button"
                onClick={() => act('erase', 'Erase what this machine sent? Hashes stay, content goes.')}
              >
                Erase its data
              </button>
            )}
          </>
        )}
      </Head>
      <div class="stack">
        <Panel title="Now">
          <div class="inside">
            <Facts
              of={given(
                ['Version', machine.version ?? 'unknown'],
                ['Level', machine.level],
                ['Daemon', machine.daemon ?? 'unknown'],
                ['Hosts', machine.hosts.join(', ') || 'none seen'],
                ['Heartbeat', <When at={machine.heartbeatAt} />],
                ['Enrolled', <When at={machine.enrolledAt} />],
                Math.abs(machine.clockMs ?? 0) > 60_000 && [
                  'Clock',
                  `${Math.round((machine.clockMs ?? 0) / 1000)} s off`,
                ],
                machine.revokedAt !== undefined && ['Removed', <When at={machine.revokedAt} />],
                ['Last 30 days', <KindCounts of={counts} />],
              )}
            />
          </div>
        </Panel>
        <Panel title="Alarms">
          <AlarmTable of={alarms} again={again} isOfOne />
        </Panel>
        <Panel title="Projects" note="As of the last heartbeat.">
          {projects.length === 0 ? (
            <p class="inside muted">None. The machine has sent no heartbeat yet.</p>
          ) : (
            <div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Project</th>
                    <th scope="col">Policy</th>
                    <th scope="col">Settings</th>
                    <th scope="col" class="number">
                      Hooks
                    </th>
                    <th scope="col" class="number">
                      Waiting
                    </th>
                    <th scope="col">Last event</th>
                  </tr>
                </thead>
                <tbody>
                  {projects.map((one) => (
                    <tr key={one.project}>
                      <th scope="row">
                        <Text of={one.project} />
                      </th>
                      <td>
                        <code>
                          <Text of={one.policy} />
                        </code>
                      </td>
                      <td>{one.drift ? <span class="kind bad">changed</span> : 'as configured'}</td>
                      <td class="number" title={one.hooks.join('\n')}>
                        {count(one.hooks.length)}
                      </td>
                      <td class="number">{count(one.lag)}</td>
                      <td class="tight">
                        <When at={one.lastEventAt} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Panel>
        <Panel title="Chains" note="Each entry is chained to the one before it; the last hash stands for all of them.">
          {chains.length === 0 ? (
            <p class="inside muted">None. The machine has sent no decisions yet.</p>
          ) : (
            <div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Project</th>
                    <th scope="col">Entries</th>
                    <th scope="col">Last hash</th>
                    <th scope="col">Sent</th>
                  </tr>
                </thead>
                <tbody>
                  {chains.map((chain) => (
                    <tr key={chain.epoch + chain.project}>
                      <th scope="row">
                        <Text of={chain.project} />
                      </th>
                      <td class="tight">
                        {count(chain.first)} to {count(chain.head)}
                      </td>
                      <td>
                        <code>
                          <Text of={chain.hash} />
                        </code>
                      </td>
                      <td class="tight muted">
                        <When at={chain.shippedAt} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Panel>
        <Panel title="Latest decisions">
          <DecisionTable of={decisions} isOfOne />
        </Panel>
      </div>
    </>
  )
}
