/** Where a test replaces code with a mock: the forms of each language's mocking libraries. */

export interface Mock {
  /** As written in the test, for display. */
  readonly shown: string
  /** The module, package or type that is replaced. */
  readonly target: string
  /** Counts from 1. */
  readonly line: number
}

/** Whether a module of that name is the project's own. */
export interface Ownership {
  javascript(specifier: string): boolean
  python(module: string): boolean
}

/** Mocks of the project's own code, in the order of the text. */
export function internalMocks(source: string, path: string, owns: Ownership): readonly Mock[] {
  const language = LANGUAGES.find(({ files }) => files.test(path))
  if (language === undefined) return []
  const text = withoutCommentLines(source, language.comment)
  return withLines(language.find(text, owns), text)
}

/** Counts line ends only once, however many there are. */
function withLines(found: readonly Found[], text: string): readonly Mock[] {
  let line = 1
  let at = 0
  return found
    .toSorted((a, b) => a.index - b.index)
    .map(({ shown, target, index }) => {
      for (; at < index; at++) if (text[at] === '\n') line++
      return { shown, target, line }
    })
}

interface Found {
  readonly shown: string
  readonly target: string
  readonly index: number
}

interface Language {
  readonly files: RegExp
  readonly comment: RegExp
  readonly find: (text: string, owns: Ownership) => readonly Found[]
}

const LANGUAGES: readonly Language[] = [
  { files: /\.(?:ts|tsx|js|jsx)$/, comment: /^\s*(?:\/\/|\/?\*(?!.*\*\/\s*\S))/, find: inJavaScript },
  { files: /\.py$/, comment: /^\s*#/, find: inPython },
  { files: /\.go$/, comment: /^\s*\/\//, find: inGo },
  { files: /\.rs$/, comment: /^\s*\/\//, find: inRust },
]

function inJavaScript(text: string, owns: Ownership): readonly Found[] {
  const modules = matches(
    text,
    /\b(?:(?:jest|vi|vitest)\s*\.\s*(?:mock|doMock|unstable_mockModule)|mock\s*\.\s*module)\s*\(\s*(?:import\s*\(\s*)?['"`]([^'"`\n]{1,300})/g,
  )
  const objects = matches(
    text,
    /\b(?:(?:sinon|sandbox)\s*\.\s*(?:stub|mock|replace)|mock\s*\.\s*method)\s*\(\s*([A-Za-z_$][\w$]*)/g,
  )
  const spies = matches(
    text,
    /\b(?:jest|vi|vitest)\s*\.\s*spyOn\s*\(\s*([A-Za-z_$][\w$]*)[^)\n]{0,200}\)\s*\.\s*mock(?:Implementation|Return|Resolved|Rejected)/g,
  )
  // Proxyquire loads the module under test; the keys of its second argument are the replaced modules.
  const stubs = matches(text, /\bproxyquire\b[^{;]{0,300}\{([^}]{1,2000})/g).flatMap(({ target, index }) =>
    matches(target, /['"]([^'"\n]{1,300})['"]\s*:/g).map((key) => ({ ...key, index })),
  )
  const imported = javaScriptImports(text)
  const originOf = ({ target }: Found): string => imported.get(target) ?? ''
  return [
    ...modules.filter(({ target }) => owns.javascript(target)),
    ...stubs.filter(({ target }) => owns.javascript(target)),
    ...[...objects, ...spies].filter((found) => owns.javascript(originOf(found))),
  ]
}

/** Names and the module they come from. */
function javaScriptImports(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const take = (clause: string, specifier: string): void => {
    for (const name of clause.match(/[A-Za-z_$][\w$]*/g) ?? []) names.set(name, specifier)
  }
  let start: number | undefined
  for (const match of text.matchAll(/\bimport\b(?!\s*\()|\bfrom\s*['"]([^'"\n]{1,300})/g)) {
    if (match[1] === undefined) start = match.index
    else if (start !== undefined && match.index - start < MAX_CLAUSE) take(text.slice(start, match.index), match[1])
  }
  for (const match of text.matchAll(/=\s*(?:await\s+)?(?:require|import)\s*\(\s*['"]([^'"\n]{1,300})/g)) {
    const before = text.slice(Math.max(0, match.index - MAX_CLAUSE), match.index)
    const at = Math.max(...['const ', 'let ', 'var '].map((word) => before.lastIndexOf(word)))
    if (at !== -1) take(before.slice(at), match[1] ?? '')
  }
  return names
}

/** Limit of one import clause, in characters. */
const MAX_CLAUSE = 1_000

function inPython(text: string, owns: Ownership): readonly Found[] {
  // `client.patch('/users')` is a request; only with a mocking library does the word mean this.
  if (!/\bmock/.test(text)) return []
  const targets = matches(text, /\bpatch(?:\s*\.\s*multiple)?\s*\(\s*['"]([A-Za-z_][\w.]{1,300})['"]/g)
  const objects = matches(text, /\bpatch\s*\.\s*object\s*\(\s*([A-Za-z_][\w.]{0,300})/g)
  const imported = pythonImports(text)
  const originOf = ({ target }: Found): string => {
    const [first = '', ...rest] = target.split('.')
    return [imported.get(first) ?? '', ...rest].join('.')
  }
  return [
    ...targets.filter(({ target }) => target.includes('.') && owns.python(target)),
    ...objects.filter((found) => imported.has(found.target.split('.')[0] ?? '') && owns.python(originOf(found))),
  ]
}

function pythonImports(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const [, module = '', list = ''] of text.matchAll(/^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+\(?([^)\n]*)/gm)) {
    for (const item of list.split(',')) {
      const [name = '', , alias] = item.trim().split(/\s+/)
      if (name !== '') names.set(alias ?? name, `${module}.${name}`)
    }
  }
  for (const [, list = ''] of text.matchAll(/^[ \t]*import[ \t]+([^\n]*)/gm)) {
    for (const item of list.split(',')) {
      const [module = '', , alias] = item.trim().split(/\s+/)
      if (module !== '')
        names.set(alias ?? module.split('.')[0] ?? '', alias === undefined ? (module.split('.')[0] ?? '') : module)
    }
  }
  return names
}

/** A generated mock stands for a type of the program. */
function inGo(text: string): readonly Found[] {
  return /\b(?:gomock|mockgen)\b/.test(text) ? matches(text, /\b(NewMock[A-Z]\w{0,100})\s*\(/g) : []
}

function inRust(text: string): readonly Found[] {
  if (!/\bmockall\b/.test(text)) return []
  return matches(
    text,
    /\b(Mock[A-Z]\w{0,100})::(?:new|default)\s*\(|(#\[automock)|\bmock!\s*\{\s*(?:pub\s+)?(\w{1,100})/g,
  )
}

function matches(text: string, pattern: RegExp): readonly Found[] {
  return [...text.matchAll(pattern)].map((match) => ({
    shown: match[0].replace(/\s+/g, ' ').slice(0, 80),
    target: match.slice(1).find((group) => group !== undefined) ?? '',
    index: match.index,
  }))
}

/** Lines stay where they are. */
const withoutCommentLines = (text: string, comment: RegExp): string =>
  text
    .split('\n')
    .map((line) => (comment.test(line) ? '' : line))
    .join('\n')

const EXEMPT = /@mock-exempt:[ \t]*\S/
/** Maximum number of lines between a comment and its mock. */
const NEAR = 3

/** A comment with a reason exempts one mock: the next one within a few lines. */
export function withoutExempt(mocks: readonly Mock[], source: string): readonly Mock[] {
  const comments = new Set(source.split('\n').flatMap((text, index) => (EXEMPT.test(text) ? [index + 1] : [])))
  return mocks.filter(({ line }) => {
    const near = Array.from({ length: NEAR + 1 }, (_, above) => line - NEAR + above)
    const comment = near.find((at) => comments.has(at))
    return comment === undefined || !comments.delete(comment)
  })
}
