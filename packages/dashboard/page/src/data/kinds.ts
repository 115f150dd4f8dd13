/** The possible decisions, the most severe first. */
export const KINDS = ['deny', 'block', 'ask', 'feedback', 'allow', 'pass'] as const
export type Kind = (typeof KINDS)[number]

export const kindOf = (decision: string | undefined): Kind | 'unknown' =>
  KINDS.find((kind) => kind === decision) ?? 'unknown'

export const MEANING: Readonly<Record<Kind, string>> = {
  deny: 'a tool call was refused',
  block: 'a stop or a prompt was held back',
  ask: 'you were asked',
  feedback: 'the agent was told something afterwards',
  allow: 'approved without asking you',
  pass: 'nothing to object',
}
