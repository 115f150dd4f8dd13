import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type Node, type YAMLMap } from 'yaml'
import { isRefusedYaml } from '../../policy/yaml.ts'
import { type FileReader, type FoundCommand, throughShell, withoutExpressions, wordsToLine } from './command-text.ts'

/** Commands in YAML: of CI services by the keys that they have in common, of git hooks, and of compose. */

interface Walk {
  readonly lines: LineCounter
  readonly anchors: ReadonlyMap<string, Node>
  readonly found: FoundCommand[]
}

/** What the steps around a command set. */
interface Around {
  readonly secrets: readonly string[]
  readonly shell?: string | undefined
  /** On a machine that stays, as the job says. */
  readonly where?: 'here'
}

const MAX_DEPTH = 60

/** Throws for a text that would keep the parser busy: the caller takes it for one that cannot be read. */
function documentsIn(text: string): { readonly nodes: readonly Node[]; readonly walk: Walk } {
  if (isRefusedYaml(text)) throw new RangeError('nested too deeply')
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
    uniqueKeys: false,
    schema: 'core',
    resolveKnownTags: false,
  })
  const all = Array.isArray(documents) ? documents : []
  const nodes = all.map(({ contents }) => contents).filter((node) => node !== null)
  const anchors = new Map<string, Node>()
  for (const node of nodes) collectAnchors(node, anchors, 0)
  return { nodes, walk: { lines, anchors, found: [] } }
}

function collectAnchors(node: unknown, anchors: Map<string, Node>, depth: number): void {
  if (depth > MAX_DEPTH) return
  if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) anchors.set(node.anchor, node)
  if (isMap(node)) for (const { value } of node.items) collectAnchors(value, anchors, depth + 1)
  if (isSeq(node)) for (const item of node.items) collectAnchors(item, anchors, depth + 1)
}

const CI_KEYS =
  /^(?:run|(?:\w+_)?scripts?|commands?|\w+Command|cmds?|code|bash|sh|pwsh|powershell|ps|inlineScript|install|init|(?:before|after|on)_\w+)$/
/** Input of an action is not a command, except where a service has no other place for one. */
const CI_SKIPPED = /^(?:with|env|environment|variables|on|if|name|needs|services|cache|artifacts|matrix)$/
const HOOK_KEYS = /^(?:run|entry|hooks|cmds?|commands?|\w+Command)$/
const POWERSHELL = /^(?:pwsh|powershell|ps)$/

const commandsUnder =
  (keys: RegExp, skipped: RegExp): FileReader =>
  (text, { isPiece }) => {
    const { nodes, walk } = documentsIn(text)
    for (const node of nodes) visit(node, walk, { secrets: [] }, keys, skipped, 0)
    return walk.found.length === 0 && isPiece ? looseLines(text) : walk.found
  }

export const ciCommands = commandsUnder(CI_KEYS, CI_SKIPPED)
export const hookCommands = commandsUnder(HOOK_KEYS, /^$/)

function visit(node: unknown, walk: Walk, around: Around, keys: RegExp, skipped: RegExp, depth: number): void {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply')
  if (isSeq(node)) for (const item of node.items) visit(item, walk, around, keys, skipped, depth + 1)
  if (!isMap(node)) return
  const shell = textOf(valueOf(node, 'shell'))
  const inner: Around = {
    secrets: [...around.secrets, ...secretVariables(node)],
    shell: shell ?? around.shell,
    ...((around.where === 'here' || isSelfHosted(valueOf(node, 'runs-on'))) && { where: 'here' as const }),
  }
  const words = wordsIn(valueOf(node, 'args'))
  const given = words.findIndex((word) => /^-\w*c$/.test(word))
  const list = valueOf(node, 'args')
  if (given >= 0 && isSeq(list)) commands(list.items[given + 1], walk, inner, 0)
  for (const { key, value } of node.items) {
    const name = textOf(key) ?? ''
    if (keys.test(name)) commands(value, walk, POWERSHELL.test(name) ? { ...inner, shell: 'pwsh' } : inner, 0)
    if (!skipped.test(name)) visit(value, walk, inner, keys, skipped, depth + 1)
  }
}

/** `runs-on: self-hosted`, `runs-on: [self-hosted, x]`, `runs-on: {group: x, labels: self-hosted}` */
const isSelfHosted = (node: unknown): boolean =>
  isMap(node)
    ? isSelfHosted(valueOf(node, 'labels'))
    : [...wordsIn(node), textOf(node)].some((word) => word?.startsWith('self-hosted'))

const wordsIn = (node: unknown): readonly string[] => (isSeq(node) ? node.items.map((item) => textOf(item) ?? '') : [])

/** A text, or a list of texts; lists may hold lists, and names of other lists. */
function commands(node: unknown, walk: Walk, around: Around, depth: number): void {
  if (walk.found.length > MAX_COMMANDS) throw new RangeError('more commands than are read')
  if (depth > MAX_LISTS) throw new RangeError('nested too deeply')
  if (isAlias(node)) commands(walk.anchors.get(node.source), walk, around, depth + 1)
  if (isSeq(node)) for (const item of node.items) commands(item, walk, around, depth + 1)
  const text = textOf(node)
  if (text === undefined || !isScalar(node)) return
  const assigned = around.secrets.length === 0 ? '' : `${around.secrets.join('; ')}\n`
  const script = assigned + throughShell(withoutExpressions(text), around.shell)
  const { where } = around
  walk.found.push({ text: script, line: lineOf(node, walk) - (assigned === '' ? 0 : 1), ...(where && { where }) })
}

const MAX_COMMANDS = 3_000
/** Lists of commands in each other; an alias counts as one. */
const MAX_LISTS = 8

/** Variables of a step or job that get a secret: `env: {T: "${{ secrets.X }}"}`. */
function secretVariables(node: YAMLMap): readonly string[] {
  const env = valueOf(node, 'env')
  if (!isMap(env)) return []
  return env.items.flatMap(({ key, value }) => {
    const [name, text] = [textOf(key), textOf(value)]
    const isSecret = name !== undefined && /^\w+$/.test(name) && text !== undefined && text.includes('secrets.')
    return isSecret ? [`${name}="${withoutExpressions(text).replaceAll('"', '')}"`] : []
  })
}

const valueOf = (node: YAMLMap, name: string): unknown => node.items.find(({ key }) => textOf(key) === name)?.value

const textOf = (node: unknown): string | undefined =>
  isScalar(node) && typeof node.value === 'string' ? node.value : undefined

function lineOf(node: Node, { lines }: Walk): number {
  const { line } = lines.linePos(node.range?.[0] ?? 0)
  const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')
  return isBlock ? line + 1 : line
}

/** A piece that is no YAML alone: each line may be a command. */
const looseLines = (text: string): readonly FoundCommand[] =>
  text.split('\n').map((line, index) => ({
    text: withoutExpressions(line.replace(/^[\s-]*(?:[\w-]+:(?=\s))?\s*[|>]?\s*/, '')),
    line: index + 1,
  }))

/** What runs in the containers, and as `docker run`, which parts of the machine they get. */
export const composeCommands: FileReader = (text) => {
  const { nodes, walk } = documentsIn(text)
  for (const node of nodes) {
    const services = isMap(node) ? valueOf(node, 'services') : undefined
    for (const { value } of isMap(services) ? services.items : []) if (isMap(value)) service(value, walk)
  }
  return walk.found
}

function service(node: YAMLMap, walk: Walk): void {
  const health = valueOf(node, 'healthcheck')
  for (const value of [
    valueOf(node, 'command'),
    valueOf(node, 'entrypoint'),
    isMap(health) && valueOf(health, 'test'),
  ]) {
    const words = isSeq(value) ? value.items.flatMap((item) => textOf(item) ?? []) : []
    const isForShell = /^CMD(?:-SHELL)?$/.test(words[0] ?? '')
    const line = isSeq(value) ? wordsToLine(isForShell ? words.slice(1) : words) : textOf(value)
    const written = isForShell && words[0] === 'CMD-SHELL' ? words.slice(1).join(' ') : line
    if (written !== undefined && written !== '' && (isScalar(value) || isSeq(value)))
      walk.found.push({ text: written.replaceAll('$$', '$'), line: lineOf(value, walk) })
  }
  const mounts = valueOf(node, 'volumes')
  for (const mount of isSeq(mounts) ? mounts.items : []) {
    const source = isMap(mount) ? textOf(valueOf(mount, 'source')) : textOf(mount)?.replace(/:\/.*?(?=:|$)/, ':/mnt')
    if (source !== undefined && /^[/~$.]/.test(source) && (isScalar(mount) || isMap(mount)))
      walk.found.push({
        text: `docker run -v ${source.includes(':/mnt') ? source : `${source}:/mnt`} image`,
        line: lineOf(mount, walk),
        where: 'here',
      })
  }
  for (const [name, option] of SWITCHES) {
    const value = valueOf(node, name)
    if (isScalar(value) && (value.value === true || value.value === 'host'))
      walk.found.push({ text: `docker run ${option} image`, line: lineOf(value, walk), where: 'here' })
  }
}

const SWITCHES = [
  ['privileged', '--privileged'],
  ['pid', '--pid=host'],
] as const
