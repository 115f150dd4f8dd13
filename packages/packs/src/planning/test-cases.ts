import type { Files } from '@holdpoint/engine'

/** What the QA strategist has written below `test-cases/`: ids and markers, not files, are counted. */
export interface TestCases {
  readonly unit: number
  readonly integration: number
  readonly e2e: number
  readonly uat: number
  /** `Given:`, `When:` and `Then:` in acceptance tests. */
  readonly markers: number
}

const MARKER = /(?<![A-Za-z0-9])(?:Given|When|Then)(?:\*\*|__)?:/g

export function readTestCases(directory: string, files: Files): TestCases {
  const textsIn = (folder: string): readonly string[] => textsBelow(`${directory}/test-cases/${folder}`, files)
  const uat = textsIn('uat')
  return {
    unit: count(textsIn('unit'), /^##?\s*UT-\d+/gm),
    integration: count(textsIn('integration'), /^##?\s*INT-\d+/gm),
    e2e: count(textsIn('e2e'), /^##?\s*E2E-\d+/gm),
    uat: count(uat, /^##?\s*UAT-\d+/gm),
    markers: count(uat, MARKER),
  }
}

const count = (texts: readonly string[], pattern: RegExp): number =>
  texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)

const MAX_DEPTH = 8
const MAX_FILES = 2_000

/** Links are not followed, so the walk ends. */
function textsBelow(directory: string, files: Files): readonly string[] {
  const texts: string[] = []
  function walk(folder: string, depth: number): void {
    for (const name of files.list(folder)) {
      if (texts.length >= MAX_FILES) return
      const path = `${folder}/${name}`
      const kind = files.stat(path)?.kind
      if (kind === 'directory' && depth < MAX_DEPTH) walk(path, depth + 1)
      else if (kind === 'file') texts.push(files.read(path) ?? '')
    }
  }
  walk(directory, 0)
  return texts
}
