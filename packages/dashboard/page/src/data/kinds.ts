/** The possible decisions, the most severe first. */
export const KINDS = ['deny', 'block', 'ask', 'feedback', 'allow', 'pass'] as const
export type Kind = (typeof KINDS)[number]

export const kindOf = (decision: string | undefined): Kind | 'unknown' =>
  KINDS.find((kind) => kind === decision) ?? 'unknown'

export const MEANING: Readonly<Record<Kind, string>> = {
  deny: 'a tool call was refused',
  block: 'a stop or a prompt was blocked',
  ask: 'you were asked',
  feedback: 'the agent got feedback after the call',
  allow: 'approved without a question',
  pass: 'no objection',
}
