import { basename } from 'node:path'
import { wordsOf } from '@holdpoint/runtime/custom'
import type { JsonObject } from '@holdpoint/engine'

const MAX_LENGTH = 40

/** A unique name for a hook: by what it runs or asks, and by its event where that is not enough. */
export function nameFor(own: JsonObject, taken: ReadonlySet<string>): string {
  const event = plain(String(own['on']))
  const wanted = plain(stemOf(own)) || `${event}-hook`
  const free = (name: string): boolean => !taken.has(name) && name !== 'rules'
  const numbered = Array.from({ length: taken.size + 2 }, (_, index) => `${wanted}-${event}-${index + 2}`)
  return [wanted, `${wanted}-${event}`, ...numbered].find(free) ?? wanted
}

function stemOf({ command, args, url, on }: JsonObject): string {
  if (typeof url === 'string') return URL.canParse(url) ? new URL(url).hostname : 'http'
  if (typeof command !== 'string') return `${String(on)}-question`
  const words = Array.isArray(args) ? [command, ...args.map(String)] : wordsOf(command)
  const file = words.find((word) => SCRIPT.test(word))
  const program = words.find((word) => /^[\w./$-]/.test(word) && !word.includes('=') && !RUNNERS.test(basename(word)))
  return basename(file ?? program ?? words[0] ?? '').replace(SCRIPT, '')
}

const SCRIPT = /\.(?:sh|bash|zsh|py|js|cjs|mjs|ts|rb|pl|php)$/
const RUNNERS =
  /^(?:sh|bash|zsh|env|node|python[\d.]*|ruby|perl|deno|bun|npx|pnpm|npm|yarn|uv|uvx|run|exec|sudo|nohup|cd|-.*)$/

const plain = (text: string): string =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^[-_]+|[-_]+$/g, '')
    .slice(0, MAX_LENGTH)
