import { type Services, type StateArea, type YamlData, sha256Hex } from '@holdpoint/engine'
import { readText } from './system/files/read.ts'
import { keyOf } from './system/state/place.ts'

type Part = 'whole' | 'front matter' | 'documents'

/** The cache of one file: the data of its last content. */
interface Kept extends YamlData {
  readonly format: typeof FORMAT
  readonly digest: string
}

/** Change this when the same text would be parsed differently. */
const FORMAT = 1
const MAX_BYTES = 4 << 20

/**
 * Reads YAML without loading the parser, which takes twice as long as a bare start of Node: the data of each file is
 * cached as JSON, under the digest of its text.
 */
export function openYaml(area: StateArea): Services['yaml'] {
  const read = new Map<string, Promise<YamlData | undefined>>()
  return (path, part = 'whole') => {
    const name = `yaml-${keyOf(`${part}:${path}`)}`
    const known = read.get(name) ?? load(path, part, name, area)
    read.set(name, known)
    return known
  }
}

async function load(path: string, part: Part, name: string, area: StateArea): Promise<YamlData | undefined> {
  const whole = readText(path, MAX_BYTES + 1)
  if (whole === undefined) return undefined
  if (Buffer.byteLength(whole) > MAX_BYTES) return { value: undefined, problem: `it is larger than ${MAX_BYTES} bytes` }
  const text = part === 'front matter' ? frontMatter(whole) : whole
  if (text.trim() === '') return { value: undefined }

  const digest = sha256Hex(text)
  const kept = keptIn(area, name)
  if (kept?.format === FORMAT && kept.digest === digest) return kept
  const data = part === 'documents' ? await parseAll(text, path) : await parse(text, path)
  try {
    area.update<Kept>(name, () => ({ format: FORMAT, digest, ...data }))
  } catch {
    // The next call parses it again.
  }
  return data
}

function keptIn(area: StateArea, name: string): Kept | undefined {
  try {
    const kept = area.get<Kept>(name)
    return typeof kept === 'object' && kept !== null ? kept : undefined
  } catch {
    return undefined
  }
}

/** The text between the first two `---` lines; everything after the first when there is no second. */
export function frontMatter(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const isFence = (line: string): boolean => line.trimEnd() === '---'
  const start = lines.findIndex(isFence)
  if (start === -1) return ''
  const end = lines.findIndex((line, index) => index > start && isFence(line))
  return lines.slice(start + 1, end === -1 ? undefined : end).join('\n')
}

async function parse(text: string, path: string): Promise<YamlData> {
  const { parseYaml } = await import('@holdpoint/engine/yaml')
  const { value, problems } = parseYaml(text, path)
  const [first] = problems()
  if (first === undefined) return { value: plain(value) }
  const problem = `line ${first.line ?? 1}: ${first.message}`
  return { value: value === undefined ? scalars(text) : plain(value), problem }
}

/** A line that begins with `---` begins a document at any position. The first invalid document is reported. */
async function parseAll(text: string, path: string): Promise<YamlData> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const starts = lines.flatMap((line, at) => (/^---(?:\s|$)/.test(line) ? [at] : []))
  const values: unknown[] = []
  for (const [index, start] of [0, ...starts].slice(0, MAX_DOCUMENTS).entries()) {
    // Directives belong to the document after them.
    const own = lines.slice(start, starts[index]).map((line) => (line.startsWith('%') ? '' : line))
    if (own.join('').trim() === '') continue
    const { value, problem } = await parse(own.join('\n'), path)
    values.push(value)
    const inFile = problem?.replace(/^line (\d+)/, (_, line: string) => `line ${Number(line) + start}`)
    if (inFile !== undefined) return { value: values, problem: inFile }
  }
  return { value: values }
}

const MAX_DOCUMENTS = 500

/** Makes data from the file equal to data from the cache. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** From invalid YAML: the simple values at the left margin, which people read without a parser too. */
function scalars(text: string): unknown {
  const rows = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ''] = /^([A-Za-z_][\w-]*):[ \t]+([^\s#&*!|>[{].*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, unquoted(value.trimEnd())] as const]
  })
  return Object.fromEntries(rows)
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
