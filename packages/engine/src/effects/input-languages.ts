/** Which language a text of code is written in: by the fields beside it, by its first line, or by its shape. */

export type CodeLanguage =
  | 'shell'
  | 'sql'
  | 'python'
  | 'javascript'
  | 'ruby'
  | 'perl'
  | 'php'
  | 'lua'
  | 'r'
  | 'applescript'
  | 'powershell'
  /** A language that is not read here. */
  | 'unread'

const NAMES: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/^(?:bash|zsh|sh|dash|ash|ksh|shell|console|terminal|shellscript|ssh|tmux)$/, 'shell'],
  [/^(?:sql|psql|postgres|postgresql|mysql|sqlite)$/, 'sql'],
  [/^(?:python|py|ipython|pypy|jupyter|ipykernel)$/, 'python'],
  [/^(?:javascript|js|mjs|cjs|node|nodejs|typescript|ts|tsx|jsx|deno|bun)$/, 'javascript'],
  [/^(?:ruby|rb|irb|jruby)$/, 'ruby'],
  [/^(?:perl|pl)$/, 'perl'],
  [/^php$/, 'php'],
  [/^(?:lua|luajit)$/, 'lua'],
  [/^(?:r|rscript)$/, 'r'],
  [/^(?:applescript|osascript)$/, 'applescript'],
  [/^(?:powershell|pwsh|ps|psh)$/, 'powershell'],
  [
    /^(?:go|golang|rust|java|c|cpp|csharp|cs|swift|kotlin|cmd|bat|batch|julia|elixir|haskell|scala|groovy|dart|clojure|tcl|fish|nu|nushell)$/,
    'unread',
  ],
]

/** `python3.12`, `/usr/bin/node`, `Bash`. */
export function languageNamed(name: string): CodeLanguage | undefined {
  const word = (/([a-z+#]+)[\d.]*$/i.exec(name.trim().slice(-40))?.[1] ?? '').toLowerCase()
  return NAMES.find(([pattern]) => pattern.test(word))?.[1]
}

/** The language that the first line names, and the code without its fence: `#!/bin/sh`, a block of Markdown. */
export function unwrapped(text: string): { readonly code: string; readonly language?: CodeLanguage | undefined } {
  const trimmed = text.trim()
  if (trimmed.startsWith('```') && trimmed.endsWith('```') && trimmed.length > 6) {
    const end = trimmed.indexOf('\n')
    const hint = end === -1 ? '' : trimmed.slice(3, end).trim()
    const inner = unwrapped(trimmed.slice(end === -1 ? 3 : end + 1, -3))
    return { code: inner.code, language: languageNamed(hint) ?? inner.language }
  }
  const first = trimmed.startsWith('#!') ? (trimmed.split('\n', 1)[0] ?? '') : ''
  return { code: text, language: first === '' ? undefined : languageNamed(first) }
}

const SHAPES: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/^[ \t]*<\?php/, 'php'],
  [/\bdo shell script\b|^[ \t]*tell application "/m, 'applescript'],
  [
    /^[ \t]*import\s+(?:[\w*{][^;\n]*\sfrom\s|['"])|\brequire\s*\(\s*['"`]|=>|^[ \t]*(?:const|let|var|async|await|function)\s/m,
    'javascript',
  ],
  [/\b(?:document|window|console|process|globalThis)\.\w/, 'javascript'],
  [/^[ \t]*(?:from\s+[\w.]+\s+import\s|import\s+\w|def\s+\w+\s*\(|print\s*\(|with\s+open\s*\()/m, 'python'],
  [/\b(?:os|shutil|subprocess|pathlib|sys)\.\w+\s*\(|^%%|^[ \t]*!\w/m, 'python'],
  [/\bFileUtils\b|^[ \t]*require\s+['"]|^[ \t]*puts\s/m, 'ruby'],
]

/** Undefined when the text could be anything. */
export const shapeOf = (text: string): CodeLanguage | undefined =>
  SHAPES.find(([pattern]) => pattern.test(text.slice(0, MAX_SHAPE)))?.[1]

const MAX_SHAPE = 1 << 16
