// Turns the Markdown files of the repository into the pages of the documentation site: `pages()` names them, `write()`
// puts them into a folder with their links and pictures adjusted. Used by scripts/docs.mjs.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { root } from './bundle.mjs'

const REPOSITORY = 'https://github.com/holdpoint/holdpoint/blob/main'

/** Documents outside of docs/, and where the site shows them. */
const TOP = {
  'README.md': 'index.md',
  'ARCHITECTURE.md': 'architecture.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'THREAT_MODEL.md': 'threat-model.md',
  'packages/cli/CHANGELOG.md': 'changelog.md',
  'packages/cli/plugin/README.md': 'plugin.md',
  'site/check/page.md': 'check.md',
}

/** Source path in the repository to path on the site, both with `/`. */
export function pages() {
  const docs = inDocs(/\.md$/).map((name) => [`docs/${name}`, name.replace(/(^|\/)README\.md$/, '$1index.md')])
  return new Map([...Object.entries(TOP), ...docs])
}

const pictures = () => inDocs(/\.(?:png|svg)$/).map((name) => [`docs/${name}`, name])

function inDocs(names) {
  return readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => names.test(name))
    .toSorted()
}

/** A link of a document, as a page needs it; `undefined` leaves it as it is. */
function linkOf(target, source, known, toPage) {
  if (/^(?:[a-z]+:|#|\/)/i.test(target)) return undefined
  const [path = '', anchor = ''] = target.split(/(?=#)/)
  const inRepository = posix.join(posix.dirname(source), path).replace(/\/$/, '')
  const page = known.get(inRepository) ?? known.get(`${inRepository}/README.md`)
  return page === undefined ? `${REPOSITORY}/${inRepository}${anchor}` : `${toPage(page)}${anchor}`
}

/** A document's text with its links adjusted. Code stays as it is. `toPage` makes a link of the path of a page. */
export function pageText(text, source, known, toPage = (page) => `/${page}`) {
  const adjust = (part) =>
    part
      .replaceAll(/(\]\()([^)\s]+)(\))/g, (all, open, target, close) => {
        const link = linkOf(target, source, known, toPage)
        return link === undefined ? all : open + link + close
      })
      .replaceAll(/\b(src|srcset)="([^"]+)"/g, (all, name, target) => {
        const link = linkOf(target, source, known, toPage)
        return link === undefined ? all : `${name}="${link}"`
      })
  return inert(text)
    .split(/(^```[\s\S]*?^```$|`[^`\n]*`)/m)
    .map((part, index) => (index % 2 === 1 ? part : adjust(part)))
    .join('')
}

/** Front matter could add scripts to a page, and an include another file. Documents have neither. */
const inert = (text) => text.replace(/^---/, '\n---').replaceAll('@include:', '@include :')

/** Writes all pages and pictures into `folder`, which is emptied first. */
export function write(folder) {
  const texts = pages()
  const known = new Map([...texts, ...pictures()])
  rmSync(folder, { recursive: true, force: true })
  for (const [source, page] of texts) {
    const file = join(folder, page)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, pageText(readFileSync(join(root, source), 'utf8'), source, known))
  }
  for (const [source, picture] of pictures()) {
    mkdirSync(dirname(join(folder, 'public', picture)), { recursive: true })
    cpSync(join(root, source), join(folder, 'public', picture))
  }
}
