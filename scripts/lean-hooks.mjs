import { parseSync } from 'rolldown/experimental'

/**
 * What the hook entry carries of a hook: its id, and messages that are made when one of them is said. The catalogue
 * says the rest, and only the compiler of the configuration looks at the schema of its options. All of it would be
 * built anew for every event.
 */
export const leanHooks = transforming('lean-hooks', (hook) => {
  const meta = property(hook, 'meta')
  const kept =
    (code) =>
    ({ start, end, key, value }) => {
      if (key?.name === 'messages') return [`get messages() { return ${code.slice(value.start, value.end)} }`]
      // What it takes from elsewhere may be its messages.
      return key === undefined || key.name === 'id' ? [code.slice(start, end)] : []
    }
  return meta?.value.properties === undefined
    ? []
    : [[meta, (_, code) => `meta: { ${meta.value.properties.flatMap(kept(code)).join(', ')} }`]]
})

/** What the compiler of the configuration carries of a hook: what it says of itself, and nothing of what it does. */
export const hooksWithoutCode = transforming('hooks-without-code', (hook) => [
  [property(hook, 'run'), () => 'run: undefined'],
])

function transforming(name, changesFor) {
  return {
    name,
    transform: {
      filter: { id: /\/src\/hooks\/.*\.ts$/ },
      handler(code, id) {
        if (!code.includes('export default defineHook(')) return undefined
        const { program } = parseSync(id, code)
        const { callee, arguments: given } = program.body.find(
          ({ type }) => type === 'ExportDefaultDeclaration',
        ).declaration
        // The function itself only gives back what it is given.
        return [[{ ...callee, value: callee }, () => ''], ...changesFor(given[0])]
          .filter(([found]) => found !== undefined)
          .toSorted(([one], [other]) => other.start - one.start)
          .reduce((text, [{ start, end, value }, change]) => {
            return text.slice(0, start) + change(code.slice(value.start, value.end), code) + text.slice(end)
          }, code)
      },
    },
  }
}

/** Written out in place; what comes from elsewhere is taken as it is. */
function property(object, name) {
  return object?.properties?.find(({ key }) => key?.name === name)
}

/** The compiler looks at what `leanHooks` leaves out, so it is a bundle of its own, which a lazy part asks for. */
export const compilerApart = {
  name: 'compiler-apart',
  resolveId: {
    filter: { id: /^\.\/compile\.ts$|^\.\.\/compile\/compile\.cjs$/ },
    handler(id, importer) {
      if (id.endsWith('.cjs')) return { id, external: true }
      return importer.endsWith('/src/config/cache.ts') ? '\0compiler' : undefined
    },
  },
  load: {
    filter: { id: /^\0compiler$/ },
    handler: () => "export const compile = (...given) => require('../compile/compile.cjs').compile(...given)",
  },
}

/** The modules that these cannot do without, as opposed to those they load when they need them. */
export function staticModules(isOne) {
  const modules = new Set()
  return {
    modules,
    plugin: {
      name: 'static-modules',
      buildEnd() {
        const waiting = [...this.getModuleIds()].filter((id) => isOne(id, this.getModuleInfo(id)))
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (modules.has(id)) continue
          modules.add(id)
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
      },
    },
  }
}
