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
    return { ...NOTHING, file: [{ file, message: `${broken}. The agent ignores the whole file.` }] }
  const tree = parseTree(text.replace(/^\uFEFF/, ' '))
  const at = (path: Path) => () => placeIn(text, nodeAt(tree, path)?.offset ?? 0)
  const whole = findingsIn(file)
  for (const { path, message } of rejections(settingsOf(text))) {
    whole.add(at(path), `${message}. The agent ignores the whole file, with all its hooks.`)
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
  'has comments, which Claude Code does not accept. It ignores the whole file without a warning.'

function unknownEvent(event: string): string {
  const meant = canonicalName(event)
  const hint = meant === event ? '' : ` Did you mean ${meant}?`
  return `\`${event.slice(0, 64)}\` is not an event of Claude Code, so its hooks do not run.${hint}`
}

const EMPTY_MATCHER =
  'is empty. Claude Code matches every tool, but other agents, such as GitHub Copilot, ignore the whole file. Remove the matcher.'

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
