import { join } from 'node:path'
import { isObject, type Env, type JsonObject } from '@holdpoint/engine'
import { fit } from '../audit/plain.ts'
import { redact } from '../audit/redact.ts'
import { projectFolders } from '../replay/transcripts.ts'
import { readText } from '../system/files/read.ts'

/** The first prompt is near the beginning, after some lines about the session. */
const MAX_BYTES = 256 << 10
const MAX_SCANNED = 4 << 10
/** Columns. */
const MAX_TITLE = 120
/** Ids that are one file name. Others are not from Claude Code. */
const SESSION = /^[A-Za-z0-9][\w.-]{0,127}$/

/**
 * The first prompt of a session, masked and cut to a title. The audit records no prompts, so this reads the transcript
 * that Claude Code keeps on this machine. Undefined: another host, or the transcript is gone.
 */
export function openSessionTitles(root: string, env: Env): (session: string) => string | undefined {
  const folders = projectFolders(root, env)
  return (session) => {
    if (!SESSION.test(session)) return undefined
    for (const folder of folders) {
      const text = readText(join(folder, `${session}.jsonl`), MAX_BYTES)
      const title = text === undefined ? undefined : titleIn(text)
      if (title !== undefined) return title
    }
    return undefined
  }
}

/** Masked before it is cut, so that no part of a secret stays. */
export function titleIn(transcript: string): string | undefined {
  for (const line of transcript.split('\n')) {
    const prompt = line.includes('"user"') ? promptIn(parsed(line)) : undefined
    if (prompt === undefined) continue
    const shown = redact(prompt.slice(0, MAX_SCANNED)).replaceAll(/\s+/g, ' ').trim()
    if (shown !== '') return fit(shown, MAX_TITLE)
  }
  return undefined
}

function promptIn(record: JsonObject): string | undefined {
  const { type, isMeta, isSidechain, message } = record
  if (type !== 'user' || isMeta === true || isSidechain === true || !isObject(message)) return undefined
  const said = textOf(message['content'])
  // A slash command is written as tags; other tags are the host's own words.
  const [, command] = /<command-name>([^<]{1,100})<\/command-name>/.exec(said) ?? []
  if (command !== undefined) return `${command} ${/<command-args>([^<]*)/.exec(said)?.[1] ?? ''}`.trim()
  return /^\s*(?:<[a-z-]+>|Caveat:|\[Request interrupted)/.test(said) ? undefined : said
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content
          .flatMap((part: unknown) =>
            isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? [part['text']] : [],
          )
          .join('\n')
      : ''

function parsed(line: string): JsonObject {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
