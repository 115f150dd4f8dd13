import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { runFileOf } from '@holdpoint/engine/effects'
import { judgeCall } from '../packages/testing/src/judge-command.ts'

const MODULES = join(import.meta.dirname, '../node_modules')

/** Files that others run, as the authors of the installed packages have written them. */
function runFiles(directory: string, depth: number): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return depth === 0 ? [] : runFiles(path, depth - 1)
    return entry.isFile() && runFileOf(path) !== undefined ? [path] : []
  })
}

it('leaves the files alone that installed packages bring along', async () => {
  const files = runFiles(MODULES, 4)
  const stopped: string[] = []
  for (const path of files) {
    const { decision, reason = '' } = await judgeCall('Write', {
      file_path: relative(MODULES, path),
      content: readFileSync(path, 'utf8'),
    })
    if (decision !== 'pass') stopped.push(`${path} ${reason}`)
  }
  expect(files.length).toBeGreaterThan(200)
  expect(stopped).toEqual([])
})
