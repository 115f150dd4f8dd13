import type { FileTouch, Replacement, ToolAfter, ToolBefore, Services } from '@holdpoint/engine'
import { currentText, newText } from '../shared/new-text.ts'
import { isWithin } from '@holdpoint/shell'
import { isForeignDirectory, isSkippablePath, isSourceFile, isTestFile, relativeTo } from '../shared/source-files.ts'

/** One file that a tool changes, with its text before and after. */
export interface Change {
  /** Absolute, links resolved. */
  readonly path: string
  /** Relative to the work tree or project that holds it. */
  readonly relative: string
  readonly tree: string
  /** Undefined: the file did not exist, or its old text is unknown. */
  readonly before: string | undefined
  readonly after: string
  readonly isNew: boolean
}

type ChangeServices = Pick<Services, 'files' | 'git'>

/** Undefined when the tool failed, or the file is not the project's, or holds no text that could be read. */
export function changeOf(event: ToolBefore | ToolAfter, world: ChangeServices): Change | undefined {
  const [touch] = event.tool.files
  if (touch === undefined || (event.kind === 'tool.after' && event.failed)) return undefined
  const path = world.files.real(touch.path)
  const tree = treeOf(path, event.root, world)
  const relative = tree === undefined ? undefined : relativeTo(path, tree)
  if (tree === undefined || relative === undefined) return undefined
  const now = currentText(path, world.files)
  const place = { path, relative, tree }
  if (event.kind === 'tool.after') {
    const before = textBefore(event, touch, now)
    return now === undefined ? undefined : { ...place, before, after: now, isNew: before === '' }
  }
  // An edit that does not apply will fail; its new text is checked anyway.
  const after = newText({ ...touch, path }, world.files) ?? touch.content
  return after === undefined ? undefined : { ...place, before: now, after, isNew: now === undefined }
}

/** A work tree below the project, or a project below the top of its repository: the nearer one counts. */
function treeOf(path: string, root: string, { files, git }: ChangeServices): string | undefined {
  const project = files.real(root)
  const repository = git.state(path.slice(0, path.lastIndexOf('/')) || '/')?.root
  const trees = [...(isWithin(path, project) ? [project] : []), ...(repository === undefined ? [] : [repository])]
  return trees.toSorted((a, b) => b.length - a.length)[0]
}

/** The host reports the old text of a file; where it does not, the edit is reversed. */
function textBefore(
  { output }: ToolAfter,
  { op, replacements }: FileTouch,
  now: string | undefined,
): string | undefined {
  const fields = typeof output === 'object' && output !== null ? (output as Readonly<Record<string, unknown>>) : {}
  if (typeof fields['originalFile'] === 'string') return fields['originalFile']
  if (fields['type'] === 'create') return ''
  return op === 'edit' && now !== undefined ? undone(replacements ?? [], now) : undefined
}

const undone = (replacements: readonly Replacement[], now: string): string =>
  replacements.reduceRight((text, { from, to }) => (to === '' ? text : text.replace(to, () => from)), now)

/** Third-party or generated code. */
export function isForeign({ relative }: Pick<Change, 'relative'>): boolean {
  const directories = relative.split('/').slice(0, -1)
  return directories.some(isForeignDirectory) || /\.(?:min|generated)\.|[-.]lock(?:\.|$)/.test(relative)
}

const MORE_SOURCE = /\.(?:[cm][jt]s|vue|svelte|scala|dart)$/

/** Code that tests are written for. */
export const isImplementation = ({ relative }: Pick<Change, 'relative'>): boolean =>
  (isSourceFile(relative) || MORE_SOURCE.test(relative)) && !isSkippablePath(relative)

export const isTest = ({ relative }: Pick<Change, 'relative'>): boolean => isTestFile(relative)
