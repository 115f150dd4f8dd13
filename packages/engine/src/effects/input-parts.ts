import type { ToolCall } from '../event.ts'

/** The input of a tool as a flat list of objects, whatever it is nested in, so that siblings can be read together. */
export interface Part {
  readonly fields: readonly Field[]
}

export interface Field {
  readonly key: string
  /** A text, a list of texts, or a switch. Numbers are texts here. */
  readonly value: string | readonly string[] | boolean
}

/** A command line to be read as a shell would. */
export interface Line {
  readonly text: string
  /** As written; relative to the working directory of the agent. */
  readonly cwd?: string
  /** A guess: what cannot be read of it says nothing. */
  readonly maybe: boolean
}

export interface Parts {
  readonly parts: readonly Part[]
  /** There were more parts than the limit; the rest was not read. */
  readonly over: boolean
}

const MAX_DEPTH = 24
const MAX_NODES = 20_000
/** Longer texts that look like JSON are not read as such. */
const MAX_JSON = 1 << 20

export function partsOf({ input }: Pick<ToolCall, 'input'>): Parts {
  const parts: Part[] = []
  let nodes = 0
  let over = false
  const object = (value: object, key: string, depth: number): void => {
    const fields: Field[] = []
    parts.push({ fields })
    if (Array.isArray(value)) list(value, key, fields, depth)
    else for (const [name, inner] of Object.entries(value)) field(name, inner, fields, depth)
  }
  const field = (key: string, value: unknown, fields: Field[], depth: number): void => {
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) {
      over = true
    } else if (typeof value === 'string') {
      fields.push({ key, value })
      const inner = jsonIn(value)
      if (inner !== undefined) object(inner, key, depth + 1)
    } else if (typeof value === 'number') fields.push({ key, value: String(value) })
    else if (typeof value === 'boolean') fields.push({ key, value })
    else if (Array.isArray(value)) list(value, key, fields, depth + 1)
    else if (ENVIRONMENT.test(key) && value !== null && typeof value === 'object') {
      // Variables belong to the command beside them.
      for (const [name, inner] of Object.entries(value)) field(`env.${name}`, inner, fields, depth + 1)
    } else if (typeof value === 'object' && value !== null) object(value, key, depth + 1)
  }
  const list = (values: readonly unknown[], key: string, fields: Field[], depth: number): void => {
    const texts = values.filter((item) => typeof item === 'string' || typeof item === 'number').map(String)
    nodes += texts.length
    if (nodes > MAX_NODES) over = true
    else if (texts.length > 0) fields.push({ key, value: texts })
    for (const item of over ? [] : values)
      if (typeof item === 'object' && item !== null) field(key, item, fields, depth)
  }
  object(input, '', 0)
  return { parts, over }
}

const ENVIRONMENT = /^(?:env|environment|env_?vars|environment_?variables)$/i

/** Some tools take their arguments as a text of JSON. */
function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text) || text.length > MAX_JSON) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
