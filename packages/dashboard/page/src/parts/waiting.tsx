import type { ComponentChildren } from 'preact'
import type { Answer, Failed } from '../data/answer.ts'
import { Command } from './command.tsx'
import { Text } from './text.tsx'

/** What is shown instead of data, and what to do about it. */

export const Empty = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div class="state">
    <h2>{title}</h2>
    {children}
  </div>
)

export const Failure = ({ of: { what, fix, status } }: { readonly of: Failed }) => (
  <div class="state" role="alert">
    <h2>
      <Text of={what} />
    </h2>
    <p>
      <Text of={fix} />
    </p>
    {(status === 401 || status === 0) && <Command of="holdpoint dashboard" />}
  </div>
)

interface WaitingProps<T> {
  readonly for: Answer<T>
  readonly children: (value: T) => ComponentChildren
}

/** Data, or why there is none yet. */
export function Waiting<T>({ for: { value, failed }, children }: WaitingProps<T>) {
  if (value !== undefined) return <>{children(value)}</>
  if (failed !== undefined) return <Failure of={failed} />
  return (
    <div class="state" role="status">
      <p>Reading the audit …</p>
    </div>
  )
}

/** The first day: what a new user does next. */
export const NothingYet = () => (
  <Empty title="No decisions yet">
    <p>Decisions appear here as soon as an agent works in this project. Install the hooks, then check that they run:</p>
    <Command of="holdpoint init" />
    <Command of="holdpoint doctor" />
    <p>Try a command without an agent. Holdpoint judges it and does not run it:</p>
    <Command of="holdpoint check -- 'rm -rf ~'" />
  </Empty>
)
