import { useState } from 'preact/hooks'
import { Command, count, Head, Panel, Text } from '@holdpoint/dashboard/page'
import type { MachineRow } from '../../../src/api.ts'
import { change, me, now, textsIn, useAsked } from '../data.ts'
import { MachineLink, Waiting, When } from '../parts.tsx'

const LATE_MS = 10 * 60_000

export function Machines() {
  const asked = useAsked<{ machines: readonly MachineRow[] }>('/api/machines')
  return (
    <>
      <Head title="Machines" />
      <div class="stack">
        {me.value?.person.role === 'admin' && <Add />}
        <Panel title="Machines of the team">
          <Waiting for={asked}>{({ machines }) => <Table of={machines} />}</Waiting>
        </Panel>
      </div>
    </>
  )
}

/** A token for one machine. It is shown once, because only its digest is kept. */
function Add() {
  const [made, setMade] = useState<{ command?: string; problem?: string }>({})
  const make = (label: string): void =>
    void change<{ command: string }>('/api/enrolments', { label }).then(
      ({ command }) => setMade({ command }),
      (error: Error) => setMade({ problem: error.message }),
    )
  return (
    <Panel title="Add a machine" note="The command works once, for a day.">
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          make(textsIn(event.currentTarget)['label'] ?? '')
        }}
      >
        <label>
          For whom or what (optional)
          <input name="label" maxLength={100} />
        </label>
        <button type="submit">Make a command</button>
      </form>
      {made.command !== undefined && (
        <div class="inside">
          <Command of={made.command} />
        </div>
      )}
      {made.problem !== undefined && <p class="inside">{made.problem}</p>}
    </Panel>
  )
}

function Table({ of }: { readonly of: readonly MachineRow[] }) {
  if (of.length === 0) return <p class="inside muted">None yet. Add the first one with the command above.</p>
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Machine</th>
            <th scope="col">Version</th>
            <th scope="col">Level</th>
            <th scope="col">Agents</th>
            <th scope="col">Daemon</th>
            <th scope="col">Settings</th>
            <th scope="col" class="number">
              Waiting
            </th>
            <th scope="col" class="number">
              Alarms
            </th>
            <th scope="col">Heartbeat</th>
          </tr>
        </thead>
        <tbody>
          {of.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <MachineLink id={row.id} name={row.name} /> <Text class="muted" of={row.label} />
              </th>
              <td>
                <Text of={row.version} />
              </td>
              <td>{row.level}</td>
              <td>
                <Text of={row.hosts.join(', ') || '–'} />
              </td>
              <td>{row.daemon ?? '–'}</td>
              <td>
                {row.heartbeatAt === undefined ? (
                  'unknown'
                ) : row.drift ? (
                  <span class="kind bad">changed</span>
                ) : (
                  'as configured'
                )}
              </td>
              <td class="number">{count(row.lag)}</td>
              <td class="number">{row.alarms === 0 ? '0' : <span class="kind bad">{count(row.alarms)}</span>}</td>
              <td class="tight">
                {row.revokedAt !== undefined ? (
                  <span class="kind pass">removed</span>
                ) : (
                  <span class={now.value - (row.heartbeatAt ?? 0) > LATE_MS ? 'muted' : ''}>
                    <When at={row.heartbeatAt} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
