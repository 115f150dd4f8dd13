// Builds packages/server/dist: the program `holdpoint-server` and its pages. Its dependencies stay outside.
import { chmodSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { build as buildPage } from 'vite'

export async function buildServer(root) {
  const folder = join(root, 'packages/server')
  const { version, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const staging = join(root, `node_modules/.cache/holdpoint/server-${process.pid}`)
  rmSync(staging, { recursive: true, force: true })
  const build = await rolldown({
    input: { 'holdpoint-server': join(folder, 'src/main.ts') },
    cwd: root,
    platform: 'node',
    external: [/^node:/, ...Object.keys(dependencies)],
    transform: { define: { __HOLDPOINT_VERSION__: JSON.stringify(version) }, target: 'node20.19' },
    onLog(level, log, handler) {
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handler(level, log)
    },
  })
  await build.write({
    dir: staging,
    format: 'esm',
    banner: '#!/usr/bin/env node',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await build.close()
  chmodSync(join(staging, 'holdpoint-server.js'), 0o755)
  await buildPage({
    configFile: join(folder, 'page/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: join(staging, 'page'), emptyOutDir: true },
  })
  const out = join(folder, 'dist')
  rmSync(out, { recursive: true, force: true })
  renameSync(staging, out)
}
