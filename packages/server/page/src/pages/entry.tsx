import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { go } from '@holdpoint/dashboard/page'
import { change, loadMe, textsIn } from '../data.ts'

/** The secret of a link is behind `#`, so that no log and no other server ever sees it. */
const keyOf = (): string => window.location.hash.slice(1)

async function enter(path: string, body: object): Promise<void> {
  await change(path, body)
  await loadMe()
  go('/', { replace: true })
}

export function Open() {
  const [problem, setProblem] = useState<string>()
  useEffect(() => void enter('/api/open', { key: keyOf() }).catch((error: Error) => setProblem(error.message)), [])
  return (
    <Card title="Holdpoint" problem={problem}>
      <p>{problem === undefined ? 'Signing in …' : <a href="/">To the sign-in</a>}</p>
    </Card>
  )
}

export function SignIn() {
  return (
    <Form title="Sign in" action="Sign in" send={(given) => enter('/api/sign-in', given)}>
      <label>
        Email
        <input name="email" type="email" required autoComplete="username" />
      </label>
      <label>
        Password
        <input name="password" type="password" required autoComplete="current-password" />
      </label>
    </Form>
  )
}

export function Join() {
  return (
    <Form title="Join the team" action="Join" send={(given) => enter('/api/join', { ...given, key: keyOf() })}>
      <label>
        Your name
        <input name="name" required maxLength={100} autoComplete="name" />
      </label>
      <label>
        Password, at least 12 characters
        <input name="password" type="password" required minLength={12} maxLength={200} autoComplete="new-password" />
      </label>
    </Form>
  )
}

interface FormProps {
  readonly title: string
  readonly action: string
  send(given: Readonly<Record<string, string>>): Promise<void>
  readonly children: ComponentChildren
}

function Form({ title, action, send, children }: FormProps) {
  const [problem, setProblem] = useState<string>()
  return (
    <Card title={title} problem={problem}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          send(textsIn(event.currentTarget)).catch((error: Error) => setProblem(error.message))
        }}
      >
        {children}
        <button type="submit">{action}</button>
      </form>
    </Card>
  )
}

const Card = ({
  title,
  problem,
  children,
}: {
  readonly title: string
  readonly problem: string | undefined
  readonly children: ComponentChildren
}) => (
  <main class="panel entry">
    <h1>{title}</h1>
    {problem !== undefined && (
      <p class="notice warn" role="alert">
        {problem}
      </p>
    )}
    {children}
  </main>
)
