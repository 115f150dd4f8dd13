import { harnessFile, LINT_CACHE } from '../../shared/harness-state.ts'
import { listed } from '../../shared/listed.ts'
import type { Files } from '@holdpoint/engine'
import { linterIn, linterNamed, projectIn, type Language, type Linter } from '../../shared/linters.ts'

/**
 * Which linter a project uses for each language, in the documented file: `language|linter|state of the configuration`,
 * one line for each. A line whose configuration has changed, or that names an unknown linter, is detected again.
 */
export function linterOf(language: Language, tree: string, root: string, files: Files): Linter | undefined {
  const file = harnessFile(root, LINT_CACHE)
  const lines = linesOf(file, files)
  const state = stateOf(language, tree, files)
  const [, name, known] = lines.map((line) => line.split('|')).find(([first]) => first === language.name) ?? []
  if (name !== undefined && known === state) return linterNamed(language, name)

  const linter = linterIn(language, projectIn(tree, files))
  const others = lines.filter((line) => !line.startsWith(`${language.name}|`))
  remember(file, [...others, `${language.name}|${linter?.name ?? 'none'}|${state}`], files)
  return linter
}

/** Which configuration files exist, with their modification times. */
function stateOf({ configs }: Language, tree: string, files: Files): string {
  const { stat: statOf } = listed(files)
  const found = configs.flatMap((name) => {
    const stat = statOf(`${tree}/${name}`)
    return stat?.kind === 'file' ? [`${name}@${Math.floor(stat.modifiedAt.getTime())}`] : []
  })
  return [tree, ...found].join(' ').replaceAll('|', '/')
}

function linesOf(file: string, files: Files): readonly string[] {
  try {
    return (files.read(file, { maxBytes: MAX_BYTES }) ?? '').split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}

const MAX_BYTES = 64 << 10
const MAX_LINES = 20

/** If the cache cannot be written, the next call detects the linter again. */
function remember(file: string, lines: readonly string[], files: Files): void {
  try {
    files.write(file, `${lines.slice(-MAX_LINES).join('\n')}\n`)
  } catch {
    // See above.
  }
}
