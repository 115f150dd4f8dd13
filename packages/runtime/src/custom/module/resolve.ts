import { isTest } from './tree.ts'

/** The target of a hook's import. */
export type Imported =
  | { readonly from: 'project'; readonly path: string }
  | { readonly from: 'node' | 'holdpoint' }
  | { readonly problem: string }

/** `importer` and `files` are relative to the hooks directory. */
export function resolveImport(specifier: string, importer: string, files: ReadonlySet<string>): Imported {
  if (specifier === 'holdpoint') return { from: 'holdpoint' }
  if (specifier.startsWith('node:')) return { from: 'node' }
  if (!/^\.\.?\//.test(specifier)) {
    return { problem: `\`${specifier}\` is a package; a hook imports \`holdpoint\`, \`node:…\` and files beside it` }
  }
  const whole = joined(importer, specifier)
  if (whole === undefined) return { problem: `\`${specifier}\` lies outside of .holdpoint/hooks` }
  const path = candidates(whole).find((candidate) => files.has(candidate))
  if (path !== undefined) return { from: 'project', path }
  return { problem: isTest(whole) ? `\`${specifier}\` is a test` : `there is no \`${specifier}\`` }
}

function joined(importer: string, specifier: string): string | undefined {
  const parts = importer.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/** In TypeScript a file may be imported by the name it will have when it is built, and with some tools without an ending. */
const candidates = (path: string): readonly string[] => [
  path,
  path.replace(/\.js$/, '.ts'),
  path.replace(/\.mjs$/, '.mts'),
  ...['.ts', '.js', '.mjs', '/index.ts', '/index.js'].map((ending) => path + ending),
]
