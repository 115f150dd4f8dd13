import type { Field, Line } from './input-parts.ts'
import { wordsOf, type ToolNature } from './input-tool.ts'

/** Tools that are named after what they do: `git_push {"force": true}`, `kubectl_delete`, `drop-database`. */

const POSITIONAL = /^(?:remote|resource ?type|branch|branch ?name|ref|target|name|names|files?|paths?|commit|resource)$/
const CLI = /^(?:git|kubectl)$/
const STORES = /^(?:database|table|collection|schema|keyspace|index)$/

export function namedCommand(nature: ToolNature, fields: readonly Field[], cwd: string | undefined): readonly Line[] {
  const { own } = nature
  const at = own.findIndex((each) => CLI.test(each))
  if (at !== -1 && own.length > at + 1) {
    const words = [own[at] ?? '', own.slice(at + 1).join('-'), ...fields.flatMap(argumentsOf)]
    return [{ text: words.join(' '), maybe: false, ...(cwd !== undefined && { cwd }) }]
  }
  const store = own.find((each) => STORES.test(each))
  const drops = own.some((each) => /^(?:drop|truncate|delete|destroy|remove)$/.test(each))
  const flushes = own.find((each) => /^flush(?:all|db)$/.test(each))
  if (flushes === undefined && !(drops && store !== undefined && (nature.queries || own.includes('drop')))) return []
  return [{ text: `psql -c '${flushes ?? `drop ${store} named`}'`, maybe: false }]
}

function argumentsOf({ key, value }: Field): readonly string[] {
  const words = wordsOf(key)
  if (value === true) return [`--${words.join('-')}`]
  if (value === false) return []
  const texts = typeof value === 'string' ? [value] : value
  const plain = texts.filter((text) => /^[\w@%+=:,./~-]+$/.test(text))
  if (key === 'mode') return plain.map((text) => `--${text}`)
  return POSITIONAL.test(words.join(' ')) ? plain : []
}
