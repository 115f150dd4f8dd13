import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { go, place } from '@holdpoint/dashboard/page'
import type { Entry } from '../../../src/api.ts'
import { ask, change, loadMe, textsIn } from '../data.ts'

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

/** Why a sign-in by the identity provider failed. The address names one of these and nothing else. */
const PROBLEMS: Readonly<Record<string, string>> = {
  provider: 'The identity provider could not sign you in. Try again; the log of the server says why.',
  stale: 'The sign-in took too long or began in another window. Try again.',
  disabled: 'An administrator has disabled your account.',
  'no-email': 'The identity provider did not give your email address.',
  unverified: 'The identity provider has not verified your email address.',
  'other-account': 'Another account of the identity provider uses this email address.',
  'not-invited': 'You have no invitation. Ask an administrator of this server.',
  'no-group': 'None of your groups may use this server. Ask an administrator.',
}

export function SignIn() {
  const [entry, setEntry] = useState<Entry>()
  useEffect(() => void ask<Entry>('/api/entry').then(setEntry, () => undefined), [])
  const problem = PROBLEMS[place.value.query.get('problem') ?? '']
  return (
    <Form
      title="Sign in"
      action="Sign in"
      {...(problem !== undefined && { problem })}
      send={(given) => enter('/api/sign-in', given)}
      before={
        entry?.oidc === true && (
          <>
            <a class="button main" href="/api/oidc/start" target="_self">
              Sign in with your organization
            </a>
            <p class="or muted">or with a password of this server</p>
          </>
        )
      }
    >
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
  readonly before?: ComponentChildren
  readonly problem?: string
}

function Form({ title, action, send, children, before, problem: known }: FormProps) {
  const [problem, setProblem] = useState(known)
  return (
    <Card title={title} problem={problem}>
      {before}
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
