import { Head, Panel } from '@holdpoint/dashboard/page'
import type { Alarm } from '../../../src/api.ts'
import { useAsked } from '../data.ts'
import { AlarmTable, Waiting } from '../parts.tsx'

export function Alarms() {
  const asked = useAsked<{ alarms: readonly Alarm[] }>('/api/alarms')
  return (
    <>
      <Head title="Alarms" note="Open ones first." />
      <Panel title="Alarms of the team">
        <Waiting for={asked}>{({ alarms }) => <AlarmTable of={alarms} again={asked.again} />}</Waiting>
      </Panel>
    </>
  )
}
