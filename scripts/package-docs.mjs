// Puts the documents that a user of the package needs into dist/docs, for readers and agents without a network. Pictures,
// decision records and contributors' documents stay in the repository; links to them lead there.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { root } from './bundle.mjs'
import { pages, pageText } from './site-pages.mjs'

const SHIPPED = /^(?:guides\/|hooks\/|hosts|performance\.md|threat-model\.md|security\.md|changelog\.md)/
const FOR_CONTRIBUTORS = 'guides/writing-a-hook.md'

export function writePackageDocs(folder) {
  const known = new Map([...pages()].filter(([, page]) => SHIPPED.test(page) && page !== FOR_CONTRIBUTORS))
  for (const [source, page] of known) {
    const toPage = (other) => posix.relative(posix.dirname(page), other) || posix.basename(other)
    const file = join(folder, page)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, compact(pageText(readFileSync(join(root, source), 'utf8'), source, known, toPage)))
  }
}

/** Tables without the blanks that align their columns: a third of the size. */
const compact = (text) =>
  text.replaceAll(/^\|.*$/gm, (line) => line.replaceAll(/ {2,}/g, ' ').replaceAll(/-{4,}/g, '---'))
