import { address, count, Head, Panel, place, shortSession, Text } from '@holdpoint/dashboard/page'
import type { TeamSession } from '../../../src/api.ts'
import { useAsked } from '../data.ts'
import { MachineLink, Waiting, When } from '../parts.tsx'
import { Period, since } from './overview.tsx'

export function Sessions() {
  const machine = place.value.query.get('machine') ?? undefined
  const asked = useAsked<{ sessions: readonly TeamSession[] }>(address('/api/sessions', { since: since(), machine }))
  return (
    <>
      <Head title="Sessions">
        <Period />
      </Head>
      <Panel title="Sessions of every machine" note="The latest 200.">
        <Waiting for={asked}>{({ sessions }) => <Table of={sessions} />}</Waiting>
      </Panel>
    </>
  )
}

function Table({ of }: { readonly of: readonly TeamSession[] }) {
  if (of.length === 0) return <p class="inside muted">None in this period.</p>
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col">Machine</th>
            <th scope="col">Project</th>
            <th scope="col" class="number">
              Decisions
            </th>
            <th scope="col" class="number">
              Refused
            </th>
            <th scope="col" class="number">
              Asked
            </th>
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          {of.map((row) => (
            <tr key={`${row.machine} ${row.session} ${row.project}`}>
              <th scope="row">
                <a href={address('/decisions', { session: row.session })}>
                  <Text of={shortSession(row.session)} />
                </a>{' '}
                <Text class="muted" of={row.agents.join(', ')} />
              </th>
              <td>
                <MachineLink id={row.machine} name={row.machineName} />
              </td>
              <td>
                <Text of={row.project} />
              </td>
              <td class="number">{count(row.decisions)}</td>
              <td class="number">{count(row.refused)}</td>
              <td class="number">{count(row.asked)}</td>
              <td class="tight muted">
                <When at={row.lastAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
