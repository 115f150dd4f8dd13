import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { UserError, type Env, type JsonObject } from '@holdpoint/engine'
import { parseLayer, showProblem } from '@holdpoint/engine/policy'
import { isDirectory, listNames, readText, statOf } from '@holdpoint/runtime/system'
import { edit, type FileChange } from '../change.ts'
import { readUserFile } from '../file.ts'
import { namedIn, withNamed } from '../own-text.ts'
import { readHookify } from './read.ts'
import { importRule, type Imported } from './rules.ts'

/** One file of hookify, and the result of importing it. */
export interface ImportedFile {
  readonly file: string
  /** Names of rules that are new. */
  readonly added: readonly string[]
  /** Names of rules that existed already. */
  readonly known: readonly string[]
  readonly notes: readonly string[]
  readonly why?: string
}

export interface ImportPlan {
  readonly files: readonly ImportedFile[]
  readonly rules: readonly { readonly name: string; readonly value: JsonObject }[]
}

const NAME = /^hookify\.(.+)\.local\.md$/
const MAX_BYTES = 256 << 10

/** In the directory itself, or in the folder below it where the plugin reads them. */
export function hookifyFiles(directory: string): readonly string[] {
  if (!isDirectory(directory)) throw new UserError(`${directory} is not a directory.`)
  return [directory, join(directory, '.claude')].flatMap((folder) =>
    listNames(folder)
      .filter((name) => NAME.test(name))
      .map((name) => join(folder, name)),
  )
}

export function planImport(files: readonly string[], config: string | undefined): ImportPlan {
  const known: Record<string, unknown> = { ...namedIn(config, 'rules') }
  const rules: { readonly name: string; readonly value: JsonObject }[] = []
  const imported = files.map((file): ImportedFile => {
    const { rules: made, notes, why } = importedFrom(file)
    const clash = made.find(({ name, value }) => Object.hasOwn(known, name) && !isDeepStrictEqual(known[name], value))
    if (why !== undefined || clash !== undefined) {
      const reason = why ?? `there is another rule \`${clash?.name}\` already; give one of them another name`
      return { file, added: [], known: [], notes, why: reason }
    }
    const fresh = made.filter(({ name }) => !Object.hasOwn(known, name))
    for (const rule of fresh) {
      known[rule.name] = rule.value
      rules.push(rule)
    }
    const names = (list: typeof made): readonly string[] => list.map(({ name }) => name)
    return { file, added: names(fresh), known: names(made.filter((rule) => !fresh.includes(rule))), notes }
  })
  return { files: imported, rules }
}

function importedFrom(file: string): Imported {
  const nothing = { rules: [], notes: [] }
  let text: string | undefined
  try {
    text = (statOf(file)?.size ?? 0) > MAX_BYTES ? undefined : readText(file)
  } catch {
    return { ...nothing, why: 'it cannot be read' }
  }
  if (text === undefined) return { ...nothing, why: 'it is no regular file, or too large for a rule' }
  const rule = readHookify(text, NAME.exec(basename(file))?.[1] ?? 'rule')
  return rule === undefined ? { ...nothing, why: 'it has no front matter' } : importRule(rule)
}

/** Throws before anything is written. */
export function writeImported(config: string, { rules }: ImportPlan, env: Env): FileChange {
  if (rules.length === 0) return { file: config, did: 'unchanged' }
  const written = withNamed(readUserFile(config), 'rules', rules)
  const [problem] = parseLayer(written, config).problems()
  if (problem !== undefined) throw new UserError(`${showProblem(problem)} Fix it first. Nothing was changed.`)
  return edit(config, env, (text) => withNamed(text, 'rules', rules))
}
