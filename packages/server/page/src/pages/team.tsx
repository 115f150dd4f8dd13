import { useState } from 'preact/hooks'
import { Command, Head, Panel, Text } from '@holdpoint/dashboard/page'
import type { Person } from '../../../src/api.ts'
import { change, me, textsIn, useAsked } from '../data.ts'
import { Waiting, When } from '../parts.tsx'

const ROLE_WORDS = { admin: 'administrator', auditor: 'auditor', viewer: 'viewer' } as const

export function Team() {
  const asked = useAsked<{ people: readonly Person[] }>('/api/people')
  const act = (id: string, what: 'disable' | 'erase'): void =>
    void change(`/api/people/${id}/${what}`).then(asked.again, asked.again)
  return (
    <>
      <Head title="Team" />
      <div class="stack">
        {me.value?.person.role === 'admin' && <Invite />}
        <Panel title="People">
          <Waiting for={asked}>
            {({ people }) => (
              <div class="scroll">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Name</th>
                      <th scope="col">Email</th>
                      <th scope="col">Role</th>
                      <th scope="col">Joined</th>
                      <th scope="col" aria-label="Action" />
                    </tr>
                  </thead>
                  <tbody>
                    {people.map((person) => (
                      <tr key={person.id}>
                        <th scope="row">
                          <Text of={person.name} />
                        </th>
                        <td>
                          <Text of={person.email} />
                        </td>
                        <td>{ROLE_WORDS[person.role]}</td>
                        <td class="tight muted">
                          <When at={person.createdAt} />
                        </td>
                        <td class="tight">
                          {person.disabledAt === undefined || isErased(person) ? null : 'disabled '}
                          {me.value?.person.role !== 'admin' || person.id === me.value.person.id ? null : (
                            <ChangePerson person={person} act={act} />
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </Waiting>
        </Panel>
      </div>
    </>
  )
}

function Invite() {
  const [made, setMade] = useState<{ url?: string; problem?: string }>({})
  return (
    <Panel title="Invite someone" note="The link works once, for a week. Send it yourself: the server sends no mail.">
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          change<{ url: string }>('/api/invitations', textsIn(event.currentTarget)).then(
            ({ url }) => setMade({ url }),
            (error: Error) => setMade({ problem: error.message }),
          )
        }}
      >
        <label>
          Email
          <input name="email" type="email" required maxLength={200} />
        </label>
        <label>
          Role
          <select name="role">
            <option value="viewer">viewer: sees everything</option>
            <option value="auditor">auditor: also exports</option>
            <option value="admin">administrator: also changes</option>
          </select>
        </label>
        <button type="submit">Make a link</button>
      </form>
      {made.url !== undefined && (
        <div class="inside">
          <Command of={made.url} />
        </div>
      )}
      {made.problem !== undefined && <p class="inside">{made.problem}</p>}
    </Panel>
  )
}

/** The server leaves an erased person no address. */
const isErased = ({ email }: Person): boolean => !email.includes('@')

function ChangePerson({ person, act }: { person: Person; act(id: string, what: 'disable' | 'erase'): void }) {
  if (isErased(person)) return null
  const what = person.disabledAt === undefined ? 'disable' : 'erase'
  return (
    <button type="button" onClick={() => act(person.id, what)}>
      {what === 'disable' ? 'Disable' : 'Erase'}
    </button>
  )
}
