import type { AgentEvent } from '@holdpoint/engine'

/** The event from the host, with the tool input as rewritten by earlier hooks. */
export const payloadOf = ({ name, raw }: AgentEvent): string => JSON.stringify({ hook_event_name: name, ...raw })
