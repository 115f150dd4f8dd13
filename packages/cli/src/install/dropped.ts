import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser'
import { findingsIn, type Problem } from '@holdpoint/engine/policy'
import { canonicalName, EVENTS } from '@holdpoint/hosts'
import { pathText, rejections, type Path } from './accepted.ts'
import { placeIn } from './place-in.ts'
import { entriesIn, hasComments, hooksOf, settingsOf, textProblem } from './settings-text.ts'

/** What an agent drops of a settings file. `validate` and `doctor` both use this, so that they report the same. */
export interface Dropped {
  /** Each makes Claude Code drop the whole file. */
  readonly file: readonly Problem[]
  /** Each makes it drop a part, or another agent the file. */
  readonly parts: readonly Problem[]
}

const NOTHING: Dropped = { file: [], parts: [] }

export function droppedOf(file: string, text: string): Dropped {
  // An empty file counts as missing.
  if (text.trim() === '') return NOTHING
  const broken = textProblem(text)
  if (broken !== undefined)
    return { ...NOTHING, file: [{ file, message: `${broken}; the agent ignores the whole file.` }] }
  const tree = parseTree(text.replace(/^\uFEFF/, ' '))
  const at = (path: Path) => () => placeIn(text, nodeAt(tree, path)?.offset ?? 0)
  const whole = findingsIn(file)
  for (const { path, message } of rejections(settingsOf(text))) {
    whole.add(at(path), `${message}; the agent drops the whole file, every hook included.`)
  }
  const parts = findingsIn(file)
  const hooks = hooksOf(text)
  for (const event of Object.keys(hooks).filter((name) => !Object.hasOwn(EVENTS, name))) {
    parts.add(at(['hooks', event]), () => unknownEvent(event))
  }
  const [empty] = emptyMatchers(hooks)
  if (empty !== undefined) parts.add(at(empty), () => `\`${pathText(empty)}\` ${EMPTY_MATCHER}`)
  return {
    file: [...(hasComments(text) ? [{ file, message: COMMENTS_IGNORED }] : []), ...whole.all()],
    parts: parts.all(),
  }
}

export const COMMENTS_IGNORED =
  'has comments, which Claude Code does not accept: it ignores the whole file, without a word.'

function unknownEvent(event: string): string {
  const meant = canonicalName(event)
  const hint = meant === event ? '' : ` Did you mean ${meant}?`
  return `\`${event.slice(0, 64)}\` is no event that Claude Code knows, so no hook under it runs.${hint}`
}

const EMPTY_MATCHER =
  'is empty. Claude Code takes that for every tool, but other agents that read this file, such as GitHub Copilot, drop the whole file. Leave the matcher out.'

const emptyMatchers = (hooks: Readonly<Record<string, unknown>>): readonly Path[] =>
  Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group: unknown, index) =>
      entriesIn(group).length > 0 && (group as { matcher?: unknown }).matcher === ''
        ? [['hooks', event, index, 'matcher']]
        : [],
    ),
  )

/** A missing field is reported at its nearest existing parent. */
function nodeAt(tree: Node | undefined, path: Path): Node | undefined {
  if (tree === undefined || path.length === 0) return tree
  return findNodeAtLocation(tree, [...path]) ?? nodeAt(tree, path.slice(0, -1))
}
