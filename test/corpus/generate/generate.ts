import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inDouble, type Payload, single, spellings } from './spellings.ts'

export interface Row {
  readonly command: string
  readonly expected: 'block'
  readonly scope: string
  /** The technique or spelling that the row tries. */
  readonly source: string
}

interface Technique {
  readonly kind: string
  readonly template: string
}

const SEED = 20_261_118

/**
 * The rows: every technique with some payloads, every payload in every spelling, and some of both at once. A
 * technique draws from its own text, so a new line leaves the rows of the others as they are. `share` takes only a
 * part of the rows, evenly.
 */
export function generateRows(folder: string, share = 1): readonly Row[] {
  const payloads = sections(join(folder, 'payloads.txt')).map(([kind, text]) => payloadOf(kind, text))
  const techniques = sections(join(folder, 'techniques.txt')).map(([kind, template]) => ({ kind, template }))
  const rows = [
    ...techniques.flatMap((technique) => withPayloads(technique, payloads)),
    ...payloads.flatMap((payload) => inSpellings(payload)),
    ...techniques.flatMap((technique) => spelledPayload(technique, payloads)),
  ]
  const step = Math.max(1, Math.round(1 / share))
  return rows.filter((_, index) => index % step === 0)
}

/** One deletion, one payload of another kind, and one of any kind. */
function withPayloads(technique: Technique, payloads: readonly Payload[]): readonly Row[] {
  const random = randomFrom(technique.template)
  const fitting = payloads.filter((payload) => fits(technique, payload))
  const chosen = new Set([
    pick(
      fitting.filter(({ kind }) => kind === 'delete'),
      random,
    ),
    pick(
      fitting.filter(({ kind }) => kind !== 'delete'),
      random,
    ),
    pick(fitting, random),
  ])
  return [...chosen].map((payload) => ({
    command: fill(technique.template, payload),
    expected: 'block',
    scope: `technique ${technique.kind}`,
    source: technique.template,
  }))
}

function inSpellings(payload: Payload): readonly Row[] {
  return Object.entries(spellings).flatMap(([source, spell]) => {
    const command = spell(payload)
    return command === undefined ? [] : [{ command, expected: 'block' as const, scope: `spelling`, source }]
  })
}

/** A technique that takes shell text, with a payload that is spelled in another way as well. */
function spelledPayload(technique: Technique, payloads: readonly Payload[]): readonly Row[] {
  if (takesWords(technique) || technique.kind !== 'common') return []
  const random = randomFrom(`${technique.template} spelled`)
  const payload = pick(payloads, random)
  const [source, spell] = pick(Object.entries(spellings), random)
  const text = spell(payload)
  if (text === undefined || text.includes('\n')) return []
  const command = fill(technique.template, { ...payload, text, words: undefined })
  return [{ command, expected: 'block', scope: 'technique spelled', source: `${technique.template} (${source})` }]
}

const takesWords = ({ template }: Technique): boolean => /\{(?:argv|args|prog|rest)\}/.test(template)

const fits = (technique: Technique, payload: Payload): boolean => payload.words !== undefined || !takesWords(technique)

function fill(template: string, { text, words = [] }: Payload): string {
  const quoted = single(text).slice(1, -1)
  const [program = '', ...rest] = words
  let before = ''
  const filled = template.replaceAll(/\{(cmd|q|d|j|argv|args|prog|rest|file(?::[a-z]+)?)\}/g, (_, name: string) => {
    if (name.startsWith('file')) {
      const { path, content } = fileOf(name.slice(5) || 'sh', text)
      before = `printf '%s\\n' ${single(content)} > ${path} && chmod +x ${path}; `
      return path
    }
    const values: Readonly<Record<string, string>> = {
      cmd: text,
      q: quoted,
      d: inDouble(text),
      j: single(inLanguage(text)).slice(1, -1),
      argv: words.join(' '),
      args: words.map((word) => `"${word}"`).join(', '),
      prog: program,
      rest: rest.join(' '),
    }
    return values[name] ?? ''
  })
  return (before + filled).replaceAll('⏎', '\n')
}

const inLanguage = (text: string): string => text.replaceAll(/[\\"]/g, String.raw`\$&`)

function fileOf(language: string, text: string): { readonly path: string; readonly content: string } {
  const inside = inLanguage(text)
  const contents: Readonly<Record<string, string>> = {
    sh: `#!/bin/sh\n${text}`,
    js: `require("child_process").execSync("${inside}")`,
    py: `import os; os.system("${inside}")`,
    rb: `system("${inside}")`,
    lua: `os.execute("${inside}")`,
    php: `<?php system("${inside}");`,
    r: `system("${inside}")`,
    sql: `.shell ${text}`,
    vim: `!${text}`,
    gdb: `shell ${text}`,
  }
  const content = contents[language]
  if (content === undefined) throw new Error(`no file of the language ${language}`)
  return { path: `./x.${language}`, content }
}

function payloadOf(kind: string, text: string): Payload {
  return { kind, text, words: /^[\w ./:@=+,-]+$/.test(text) ? text.split(' ') : undefined }
}

/** The lines of a file, each with the [section] it stands in. */
function sections(file: string): readonly (readonly [string, string])[] {
  const lines: [string, string][] = []
  let section = ''
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const title = /^\[(\w+)\]$/.exec(line)?.[1]
    if (title !== undefined) section = title
    else if (line !== '' && !line.startsWith('# ') && !line.startsWith('#  ')) lines.push([section, line])
  }
  return lines
}

function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** Mulberry32 with the text as seed: small, and the same on every machine. */
function randomFrom(text: string): () => number {
  let state = SEED
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01_00_01_93)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
