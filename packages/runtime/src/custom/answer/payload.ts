import type { AgentEvent } from '@holdpoint/engine'

/** The event as the agent told it, with the tool input as earlier hooks have left it. */
export const payloadOf = ({ name, raw }: AgentEvent): string => JSON.stringify({ hook_event_name: name, ...raw })
