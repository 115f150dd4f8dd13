import type { Files } from '@holdpoint/engine'
import { isForeignDirectory, isTestFile } from '../shared/source-files.ts'
import type { Change } from './change.ts'

/** Tests that belong to a source file: by their name, by their directory, or because they import it. */

type TestedFile = Pick<Change, 'relative' | 'tree'>

/** Relative to the tree; empty when there are none. An empty file is no test. */
export function relatedTests(place: TestedFile, text: string, files: Files): readonly string[] {
  const { tree, relative } = place
  if (isTestedInside(relative, text)) return [relative]
  const { stem, folder } = parts(relative)
  const near = namesIn(tree, folder, files).filter(
    (name) => isTestOf(name, stem) || (relative.endsWith('.go') && name.endsWith('_test.go')),
  )
  const beside = near.map((name) => join(folder, name)).filter((path) => hasText(tree, path, files))
  if (beside.length > 0) return beside
  const tests = testsBelow(tree, files)
  const named = tests.filter((path) => isTestOf(parts(path).name, stem) && hasText(tree, path, files))
  if (named.length > 0) return named
  // Reading is slow and the hook has a timeout, so at most MAX_READ_TESTS tests are read.
  const readable = tests.slice(0, MAX_READ_TESTS)
  return readable.filter((path) => imports(tree, path, relative, files)).slice(0, MAX_RELATED)
}

/** In Rust a module may contain its own tests. */
const isTestedInside = (relative: string, text: string): boolean =>
  relative.endsWith('.rs') && /^\s*#\[cfg\(test\)\]/m.test(text)

/** `a.test.ts`, `test_a.py`, `a_test.go`, `ATest.java`, `a_spec.rb`, `a.bats`: all tests of `a`. */
export function isTestOf(name: string, stem: string): boolean {
  const bare = name.replace(/\.(?:test|spec|tests|e2e|integration|unit)(?=\.)/gi, '').replace(/\.[^.]+$/, '')
  const core = bare.replace(/^tests?[_-]|[_-](?:tests?|spec|it)$|(?:Tests?|Spec|IT)$|^Test(?=[A-Z])/, '')
  const isMarked = core !== bare || bare !== name.replace(/\.[^.]+$/, '') || name.endsWith('.bats')
  return isMarked && !/\.(?:md|txt|json|ya?ml|snap|html)$/.test(name) && core.toLowerCase() === stem.toLowerCase()
}

/** The usual names of a test for this file. */
export function usualTest(relative: string): string {
  const { folder, stem, name } = parts(relative)
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const here = (file: string): string => join(folder, file)
  if (ending === 'py') return `tests/test_${stem}.py`
  if (ending === 'go') return here(`${stem}_test.go`)
  if (ending === 'rs') return `tests/${stem}.rs`
  if (ending === 'rb') return `spec/${stem}_spec.rb`
  if (['java', 'kt', 'scala', 'php', 'cs', 'swift'].includes(ending)) {
    const test = `${stem}${ending === 'swift' || ending === 'cs' ? 'Tests' : 'Test'}.${ending}`
    return folder.includes('src/main/') ? join(folder.replace('src/main/', 'src/test/'), test) : `tests/${test}`
  }
  if (['sh', 'bash', 'zsh'].includes(ending)) return `test/${stem}.bats`
  if (['c', 'cpp', 'h', 'hpp'].includes(ending)) return `tests/test_${stem}.${ending.replace('h', 'c')}`
  return here(`${stem}.test.${['vue', 'svelte'].includes(ending) ? 'ts' : ending}`)
}

const MAX_RELATED = 20
const MAX_ENTRIES = 20_000
const MAX_TESTS = 2_000
const MAX_READ_TESTS = 300

/** Every file of the project whose name says that it is a test. */
function testsBelow(tree: string, files: Files): readonly string[] {
  const found: string[] = []
  const queue = ['']
  let visited = 0
  // The loop also visits entries that are appended during iteration.
  for (const folder of queue) {
    for (const name of namesIn(tree, folder, files)) {
      if (++visited > MAX_ENTRIES || found.length >= MAX_TESTS) return found
      const path = join(folder, name)
      // Nearly every name with an extension is a file, so this saves a stat.
      if (/\.[A-Za-z]{1,6}$/.test(name)) {
        if (isTestFile(path) || isTestName(name)) found.push(path)
      } else if (!name.startsWith('.') && !isForeignDirectory(name) && !/^(?:venv|coverage|out)$/.test(name)) {
        if (files.stat(`${tree}/${path}`)?.kind === 'directory') queue.push(path)
      }
    }
  }
  return found
}

const isTestName = (name: string): boolean => /(?:Tests?|Spec|IT)\.\w+$|_spec\.rb$|\.bats$/.test(name)

const MAX_READ = 100 << 10

/** Whether a test imports the file. */
function imports(tree: string, test: string, relative: string, files: Files): boolean {
  const { stem, folder } = parts(relative)
  // An index is named after its folder.
  const module = /^(?:index|mod|main|__init__)$/.test(stem) ? folder.slice(folder.lastIndexOf('/') + 1) : stem
  if (module === '') return false
  const line = new RegExp(`^.*\\b(?:import|from|require|use|include|source|load)\\b.*${escaped(module)}(?!\\w)`)
  const text = textOf(tree, test, files)
  return text.includes(module) && text.split('\n').some((row) => row.length < 1_000 && line.test(row))
}

const escaped = (text: string): string => text.replace(/[^\w]/g, String.raw`\$&`)

const hasText = (tree: string, path: string, files: Files): boolean => textOf(tree, path, files).trim() !== ''

function textOf(tree: string, path: string, files: Files): string {
  try {
    return files.read(`${tree}/${path}`, { maxBytes: MAX_READ }) ?? ''
  } catch {
    return ''
  }
}

function namesIn(tree: string, folder: string, files: Files): readonly string[] {
  try {
    return files.list(join(tree, folder))
  } catch {
    return []
  }
}

const join = (folder: string, name: string): string =>
  folder === '' ? name : name === '' ? folder : `${folder}/${name}`

function parts(relative: string): { readonly folder: string; readonly name: string; readonly stem: string } {
  const at = relative.lastIndexOf('/')
  const name = relative.slice(at + 1)
  return { folder: relative.slice(0, Math.max(0, at)), name, stem: name.replace(/\.[^.]+$/, '') }
}
