import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** `npm run pictures` makes them, not CI. Every picture that a document shows exists, is used and is small. */

const root = join(import.meta.dirname, '..')
const pictures = join(root, 'docs/pictures')
const files = readdirSync(pictures)
const documents = ['.', 'docs/guides', 'packages/cli/plugin'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

const shownIn = (document: string): readonly string[] => {
  const text = readFileSync(join(root, document), 'utf8')
  const shown = [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)]
  return shown.map(([, markdown, html]) => resolve(root, dirname(document), markdown ?? html ?? ''))
}

const shown = new Set(documents.flatMap(shownIn))

describe('pictures', () => {
  it('exist wherever one is shown, and every one is shown', () => {
    const ours = [...shown].filter((path) => path.startsWith(pictures))
    expect(ours.toSorted()).toEqual(files.map((name) => join(pictures, name)).toSorted())
  })

  it.each(files)('%s is small', (name) => {
    expect(statSync(join(pictures, name)).size).toBeLessThan(200_000)
  })

  it.each(files.filter((name) => name.endsWith('.svg')))(
    '%s has no script, loads nothing, and stands still for readers who ask for it',
    (name) => {
      const text = readFileSync(join(pictures, name), 'utf8')
      expect(text).not.toMatch(/<script|\son\w+=|href=|url\(|@import/)
      if (text.includes('@keyframes')) expect(text).toContain('prefers-reduced-motion')
    },
  )
})
