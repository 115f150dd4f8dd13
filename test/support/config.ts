import { entryOf } from '../../packages/packs/src/registry.ts'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import type { Hook, HookId, HookMeta } from '../../packages/engine/src/hook.ts'
import { pass } from '../../packages/engine/src/verdict.ts'
import { compile, type Compiled, type Hooks } from '../../packages/engine/src/policy/compile.ts'
import type { LayerFile } from '../../packages/engine/src/policy/layers.ts'
import type { Resolved } from '../../packages/engine/src/policy/resolve.ts'
import { showProblem, withLoosening } from '../../packages/engine/src/policy/settings.ts'
import { aDirectory } from '../process/support/temporary.ts'
import { fakeHook } from './engine.ts'

/** A few hooks that cover every difference the configuration knows. */

const whole = (min: number) => v.optional(v.pipe(v.number(), v.integer(), v.minValue(min)), 10)

const aHook = (id: HookId, meta: Partial<HookMeta>): Hook => fakeHook(id, () => pass, { enabledBy: 'preset', ...meta })

/** Recommended, with options of several kinds and a name from a document. */
export const gate = aHook('desk/gate', {
  enabledBy: 'recommended',
  aliases: ['gate.sh', 'H01'],
  matcher: 'Write|Edit',
  options: v.strictObject({
    mode: v.optional(v.picklist(['fast', 'slow']), 'fast'),
    words: v.optional(v.array(v.pipe(v.string(), v.minLength(1))), ['a']),
    count: whole(1),
  }),
})

/** In the same pack; it takes the same option, but not every value of it. */
export const bell = aHook('desk/bell', { options: v.strictObject({ count: whole(5) }) })

/** What only the user may loosen. */
export const lock = aHook('guard/lock', {
  enabledBy: 'always',
  onError: 'closed',
  aliases: ['lock.sh'],
  options: v.strictObject({ count: whole(1) }),
})

export const plain = aHook('guard/plain', { enabledBy: 'recommended' })

/** `onLoad` is called with every hook whose code is loaded. */
export const hooksOf = (hooks: readonly Hook[], onLoad: (id: string) => void = () => undefined): Hooks => ({
  catalogue: hooks.map(({ meta }) => entryOf(meta)),
  load(id) {
    onLoad(id)
    const hook = hooks.find(({ meta }) => meta.id === id)
    return hook === undefined ? Promise.reject(new Error(`no code for ${id}`)) : Promise.resolve(hook)
  },
})

export const fakes = hooksOf([gate, bell, lock, plain])

type LayerName = LayerFile['name']
export type Texts = Readonly<Partial<Record<LayerName, string>>>

/** Configuration files in a directory of their own. */
export function layersIn(directory = aDirectory().path) {
  const pathOf = (name: LayerName): string => join(directory, name, 'holdpoint.yml')
  const names: readonly LayerName[] = ['managed', 'user', 'project', 'local']
  const files = names.map((name) => ({ name, path: pathOf(name) }))
  return {
    files,
    pathOf,
    /** These files and no others. */
    write(texts: Texts): void {
      for (const name of names) {
        const text = texts[name]
        rmSync(pathOf(name), { recursive: true, force: true })
        if (text === undefined) continue
        mkdirSync(dirname(pathOf(name)), { recursive: true })
        writeFileSync(pathOf(name), text)
      }
    },
  }
}

/** Compiles these texts for the fake hooks, without any trust. */
export async function compileTexts(
  texts: Texts,
  env: Record<string, string> = {},
  hooks: Hooks = fakes,
): Promise<Compiled> {
  const { files, write } = layersIn()
  write(texts)
  return asInForce(await compile(files, env, hooks))
}

/** The same where the user has trusted everything that the project's files loosen. */
export async function compileTrusted(texts: Texts, env: Record<string, string> = {}): Promise<Compiled> {
  const compiled = await compileTexts(texts, env)
  return { ...compiled, settings: withLoosening(compiled.settings), resolved: compiled.wanted }
}

/** Without a user's and a managed file, the project's is the policy. */
export const asInForce = (compiled: Compiled): Compiled =>
  compiled.settings.loosening?.overrules === false
    ? { ...compiled, settings: withLoosening(compiled.settings), resolved: compiled.wanted }
    : compiled

export const levelOf = ({ settings }: Compiled, { meta }: Hook): string | undefined => settings.hooks[meta.id]?.level

export function resolvedOf({ resolved }: Compiled, { meta }: Hook): Resolved {
  const found = resolved.find(({ id }) => id === meta.id)
  if (found === undefined) throw new Error(`${meta.id} is not there`)
  return found
}

/** Problems as the user sees them, without the directory. */
export const problemLines = ({ problems }: Pick<Compiled, 'problems'>): readonly string[] =>
  problems.map((problem) => showProblem({ ...problem, file: problem.file.split('/').at(-2) ?? problem.file }))
