import { Text } from './text.tsx'

/** Each step of a grant: its colour, and its word. */
const STATES: Readonly<Record<string, readonly [className: string, word: string]>> = {
  requested: ['pass', 'refused'],
  granted: ['ask', 'allowed once'],
  used: ['good', 'used'],
  expired: ['pass', 'expired'],
  revoked: ['pass', 'revoked'],
  refused: ['bad', 'attempt refused'],
  snoozed: ['ask', 'snoozed'],
  'snooze-ended': ['pass', 'snooze ended'],
}

export const stateWord = (state: string): string => STATES[state]?.[1] ?? state

export function StateMark({ of }: { readonly of: string }) {
  const [className, word] = STATES[of] ?? ['unknown', of]
  return (
    <span class={`kind ${className}`}>
      <Text of={word} />
    </span>
  )
}
