import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { HOSTS, settingsFilesOf } from '@holdpoint/hosts'
import { gitState } from '@holdpoint/runtime/system'
import type { FileChange } from './change.ts'
import { readUserFile } from './file.ts'
import type { Target } from './install.ts'
import { filesOf, INSTALL_SCOPES } from './scopes.ts'

/** What an install would do to one file. */
export interface Preview {
  readonly file: string
  readonly did: FileChange['did']
  readonly before: string
  readonly after: string
}

/**
 * Runs the install on copies of all files it reads or writes, so that the preview shows exactly what would be written,
 * also where the configuration decides which entries there are. The project itself is not changed.
 */
export async function rehearse<T extends { readonly changes: readonly FileChange[] }>(
  target: Target,
  work: (copy: Target) => Promise<T>,
): Promise<{ readonly done: T; readonly previews: readonly Preview[] }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdpoint-rehearsal-')))
  const [root, home] = [join(folder, 'project'), join(folder, 'home')]
  const env = {
    ...target.env,
    HOME: home,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    CODEX_HOME: undefined,
  }
  const copy: Target = { ...target, root, env }
  const originals = new Map<string, string>()
  const bring = (from: string, to: string): void => {
    originals.set(to, from)
    if (!existsSync(from)) return
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, to, { recursive: true, dereference: true })
  }
  try {
    mkdirSync(root)
    mkdirSync(home)
    for (const scope of INSTALL_SCOPES) {
      if (scope === 'user' && target.env['HOME'] === undefined) continue
      const [from, to] = [filesOf(scope, target.root, target.env), filesOf(scope, root, env)]
      bring(from.settings, to.settings)
      bring(from.config, to.config)
      for (const host of HOSTS) {
        const copies = settingsFilesOf(host, scope, root, env)
        settingsFilesOf(host, scope, target.root, target.env).forEach((own, index) => {
          const copy = copies[index]
          if (copy !== undefined) bring(own, copy)
        })
      }
    }
    for (const name of IN_PROJECT) bring(join(target.root, name), join(root, name))
    if (gitState(target.root) !== undefined) makeRepository(root)
    const done = await work(copy)
    return { done, previews: done.changes.map((change) => preview(change, originals, { root, home }, target)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const IN_PROJECT = ['.gitignore', '.claude/agents', '.claude/hooks', '.claude/commands']

function makeRepository(root: string): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(root, '.git', name), { recursive: true })
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')
}

function preview(
  { file, did }: FileChange,
  originals: ReadonlyMap<string, string>,
  copy: { readonly root: string; readonly home: string },
  target: Target,
): Preview {
  const original = originals.get(file) ?? backFrom(file, copy, target)
  return { file: original, did, before: readUserFile(original) ?? '', after: readUserFile(file) ?? '' }
}

const backFrom = (file: string, { root, home }: { readonly root: string; readonly home: string }, target: Target) =>
  file.startsWith(`${root}/`)
    ? join(target.root, file.slice(root.length))
    : join(target.env['HOME'] ?? '/', file.slice(home.length))

/** The lines between the common beginning and the common end. */
export function changedLines(before: string, after: string): readonly string[] {
  const [old, fresh] = [before, after].map((text) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))) as [
    string[],
    string[],
  ]
  let start = 0
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start++
  let end = 0
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  return [
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...fresh.slice(start, fresh.length - end).map((line) => `+ ${line}`),
  ]
}
