// Bundles the declarations of the library: one file per entry, and one that they share.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

/** `entries`: sources below `root` by name. Writes `out/<name>.d.ts`. */
export async function buildTypes(root, entries, out) {
  const emitted = mkdtempSync(join(root, 'node_modules/.cache/holdpoint/types-'))
  try {
    emit(root, Object.values(entries), emitted)
    const declaration = (source) => join(emitted, relative(root, source).replace(/(?:\.d)?\.ts$/, '.d.ts'))
    const build = await rolldown({
      input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, declaration(join(root, path))])),
      platform: 'node',
      external: [/^node:/],
      checks: { pluginTimings: false },
      // Its comments name the temporary files.
      experimental: { attachDebugInfo: 'none' },
      plugins: [resolveLikeSources(root, emitted, declaration), dts({ dtsInput: true })],
    })
    const names = { entryFileNames: '[name].d.ts', chunkFileNames: 'shared.d.ts' }
    const { output } = await build.write({ dir: out, format: 'esm', ...names })
    await build.close()
    const foreign = output.flatMap(({ code }) => [...code.matchAll(/\bfrom "([^."][^"]*)"/g)].map(([, name]) => name))
    if (foreign.length > 0) throw new Error(`the public types import ${foreign.join(', ')}`)
  } finally {
    rmSync(emitted, { recursive: true, force: true })
  }
}

/** One declaration file per source, in the same tree. */
function emit(root, files, outDir) {
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir,
    // Found through node_modules, a package would count as foreign code and get no declarations.
    paths: ownPackages(root),
  }
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions,
    include: [],
    files: files.map((path) => join(root, path)),
  }
  writeFileSync(join(outDir, 'tsconfig.json'), JSON.stringify(config))
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', outDir], { stdio: 'inherit' })
}

/** The source of everything that a package of ours exports: `{ '@holdpoint/engine/policy': [path] }`. */
function ownPackages(root) {
  const paths = readdirSync(join(root, 'packages')).flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
    const sources = Object.entries(exports).filter(([, target]) => typeof target === 'string')
    return sources.map(([key, target]) => [name + key.slice(1), [join(root, 'packages', folder, target)]])
  })
  return Object.fromEntries(paths)
}

/** An import is resolved as in the source, then replaced by the declarations of what it found. */
function resolveLikeSources(root, emitted, declaration) {
  return {
    name: 'resolve-like-sources',
    resolveId: {
      order: 'pre',
      async handler(id, importer) {
        if (importer?.startsWith(emitted) !== true || id.startsWith('node:')) return undefined
        const source = join(root, relative(emitted, importer).replace(/\.d\.ts$/, '.ts'))
        const found = await this.resolve(id, source, { skipSelf: true })
        const own = found === null ? undefined : declaration(found.id)
        return own !== undefined && existsSync(own) ? own : { id, external: true }
      },
    },
  }
}
