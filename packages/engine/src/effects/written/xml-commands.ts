import { UNKNOWN } from '@holdpoint/shell'
import { type FileReader, type FoundCommand, wordsToLine } from './command-text.ts'

/** Commands in XML: Ant, Maven, MSBuild and the run configurations of JetBrains' editors. */

interface Tag {
  readonly name: string
  readonly isEnd: boolean
  /** Names in lower case. */
  readonly attributes: ReadonlyMap<string, string>
  /** What follows, up to the next tag. */
  readonly text: string
  readonly line: number
}

/** Every tag, without a tree: which one encloses which does not matter here. */
function tagsIn(source: string): readonly Tag[] {
  const tags: Tag[] = []
  let line = 1
  let isComment = false
  for (const [index, piece] of withoutData(source).split('<').entries()) {
    const at = line
    for (let next = piece.indexOf('\n'); next >= 0; next = piece.indexOf('\n', next + 1)) line++
    if (index === 0) continue
    isComment ||= piece.startsWith('!--')
    if (isComment) {
      isComment = !piece.includes('-->')
      continue
    }
    const [head = '', end = '', name = ''] = /^(\/?)([\w:.-]+)/.exec(piece) ?? []
    if (name === '') continue
    const attributes = new Map<string, string>()
    const attribute = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
    let behind = head.length
    for (;;) {
      attribute.lastIndex = behind
      const [, key, double, single = ''] = attribute.exec(piece) ?? []
      if (key === undefined) break
      attributes.set(key.toLowerCase(), decoded(double ?? single))
      behind = attribute.lastIndex
    }
    const text = decoded(piece.slice(piece.indexOf('>', behind) + 1)).trim()
    tags.push({ name: name.toLowerCase(), isEnd: end !== '', attributes, text, line: at })
  }
  return tags
}

/** `<![CDATA[…]]>` as the text it is. */
function withoutData(source: string): string {
  let out = ''
  let at = 0
  for (;;) {
    const start = source.indexOf('<![CDATA[', at)
    const end = start < 0 ? -1 : source.indexOf(']]>', start)
    if (end < 0) return out + source.slice(at)
    out +=
      source.slice(at, start) +
      source
        .slice(start + 9, end)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
    at = end + 3
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#10': '\n' }

const decoded = (text: string): string => text.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all)

/** Programs with their arguments, whole commands, and what is deleted. */
export const buildXmlCommands: FileReader = (text) => {
  const found: { words: string[]; line: number }[] = []
  for (const { name, isEnd, attributes, text: inner, line } of tagsIn(text)) {
    if (isEnd) continue
    const of = (...keys: readonly string[]): string | undefined =>
      keys.map((key) => attributes.get(key)).find((value) => value !== undefined)
    const program = /^(?:exec|apply)$/.test(name) ? of('executable') : name === 'executable' ? inner : undefined
    const command = /^(?:exec|sshexec)$/.test(name)
      ? of('command')
      : /^(?:pre|post)buildevent$/.test(name)
        ? inner
        : undefined
    const deleted = /^(?:delete|removedir)$/.test(name) ? of('dir', 'file', 'directories', 'files') : undefined
    const last = found.at(-1)
    if (program !== undefined) found.push({ words: [program], line })
    if (command !== undefined) found.push({ words: [command], line })
    if (deleted !== undefined) found.push({ words: ['rm', '-rf', wordsToLine([filled(deleted)])], line })
    if (name === 'arg') last?.words.push(of('line') ?? wordsToLine([of('value', 'path', 'file') ?? '']))
    if (name === 'argument') last?.words.push(wordsToLine([inner]))
    if (name === 'commandlineargs') last?.words.push(inner)
  }
  return found.map(({ words, line }): FoundCommand => ({ text: filled(words.join(' ')), line }))
}

/** Run configurations of JetBrains' editors. */
export const ideaCommands: FileReader = (text) =>
  tagsIn(text).flatMap(({ name, attributes, line }) => {
    const value = attributes.get('value')
    const isCommand =
      name === 'option' && /^(?:SCRIPT_TEXT|SCRIPT_OPTIONS|COMMAND|script)$/.test(attributes.get('name') ?? '')
    return isCommand && value !== undefined ? [{ text: value.replaceAll('$PROJECT_DIR$', '.'), line }] : []
  })

/** Properties that name the home or the project; every other one is unknown. */
const filled = (text: string): string =>
  text
    .replace(/\$\{(?:user\.home|env\.HOME)\}|\$\((?:HOME|USERPROFILE)\)|%USERPROFILE%/gi, '$HOME')
    .replace(/\$\{(?:basedir|project\.basedir)\}/g, '.')
    .replace(/\$\{[\w.-]+\}|\$\(\w+\)|@\(\w+\)/g, (all) => (all === '${HOME}' ? all : UNKNOWN))
