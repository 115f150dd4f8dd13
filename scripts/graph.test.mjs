import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { problemsOf, readPackages } from './graph.mjs'

const MANIFESTS = {
  shell: { name: '@holdpoint/shell' },
  engine: { name: '@holdpoint/engine', dependencies: { '@holdpoint/shell': '0.0.0' } },
  packs: { name: '@holdpoint/packs', dependencies: { '@holdpoint/engine': '0.0.0' } },
  cli: { name: 'holdpoint', devDependencies: { '@holdpoint/engine': '0.0.0', '@types/node': '20' } },
}

function problemsWith(files) {
  const base = mkdtempSync(join(tmpdir(), 'holdpoint-graph-'))
  const all = Object.entries(MANIFESTS).map(([name, text]) => [`${name}/package.json`, JSON.stringify(text)])
  try {
    for (const [path, text] of [...all, ...Object.entries(files)]) {
      mkdirSync(dirname(join(base, 'packages', path)), { recursive: true })
      writeFileSync(join(base, 'packages', path), text)
    }
    return problemsOf(readPackages(base), base)
  } finally {
    rmSync(base, { recursive: true })
  }
}

describe('the import graph', () => {
  it('accepts what the manifests declare', () => {
    const files = {
      'engine/src/a.ts': "import { read } from '@holdpoint/shell'\nexport { b } from './b.ts'\n",
      'cli/src/main.ts': "import { join } from 'node:path'\nconst a = () => import('@holdpoint/engine')\n",
      'packs/src/guard/x/x.ts': "import { y } from '../../shared/y.ts'\nimport { z } from '../z.ts'\n",
      'shell/src/a.test.ts': "import { readFileSync } from 'node:fs'\nimport { x } from '@holdpoint/engine'\n",
    }
    expect(problemsWith(files)).toEqual([])
  })

  it.each([
    ['a package to its right', 'shell/src/a.ts', "import type { A } from '@holdpoint/engine'", 'is not a dependency'],
    ['a dynamic import', 'engine/src/a.ts', "export const a = () => import('@holdpoint/packs')", 'is not a dependency'],
    [
      'a re-export',
      'engine/src/a.ts',
      "export * from 'yaml'",
      'yaml is not a dependency in packages/engine/package.json',
    ],
    [
      'another package by its path',
      'packs/src/a.ts',
      "import { a } from '../../engine/src/a.ts'",
      'leaves the package',
    ],
    ['Node, in a package without it', 'engine/src/a.ts', "import { join } from 'node:path'", 'does not use Node'],
    ['another pack', 'packs/src/guard/x/x.ts', "import { y } from '../../plan/y.ts'", 'guard imports the pack plan'],
  ])('refuses %s', (_, path, text, message) => {
    expect(problemsWith({ [path]: `${text}\n` })).toEqual([expect.stringContaining(`packages/${path}: `)])
    expect(problemsWith({ [path]: `${text}\n` })[0]).toContain(message)
  })

  it('refuses a cycle', () => {
    const files = {
      'shell/package.json': '{"name":"@holdpoint/shell","dependencies":{"@holdpoint/engine":"0.0.0"}}',
      'shell/src/a.ts': "import '@holdpoint/engine'\n",
      'engine/src/a.ts': "import '@holdpoint/shell'\n",
    }
    expect(problemsWith(files)).toEqual([
      '@holdpoint/engine is part of a cycle.',
      '@holdpoint/shell is part of a cycle.',
    ])
  })
})
