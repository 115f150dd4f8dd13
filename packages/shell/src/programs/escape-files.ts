/** A file that a text of commands reads, writes or deletes directly, without a shell. */
export interface NamedFile {
  readonly op: 'read' | 'write' | 'delete'
  readonly path: string
}

/** A path in quotes, or a word. */
const PATH = String.raw`(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'();|!<>]+))`

const shape = (before: string, after = ''): RegExp => new RegExp(`${before}${PATH}${after}`, 'gim')

/** How editors, databases and debuggers spell it, and the functions that most languages have. */
const SHAPES: readonly (readonly [NamedFile['op'], RegExp])[] = [
  // `:w x`, `:saveas x`, `writefile([…], "x")`, `(write-region a b "x")`
  ['write', shape(String.raw`(?:^|[|:])\s*(?:[\d,.$%]*(?:w|wq|x|write|sav|saveas|wn|up|update)!?\s+)(?:>>\s*)?`)],
  ['write', shape(String.raw`\b(?:writefile|file_put_contents|write_file|spit)\s*\(\s*(?=["'])`)],
  ['write', shape(String.raw`\bwritefile\s*\([^()\n]{0,400},\s*(?=["'])`)],
  ['write', shape(String.raw`\((?:write-region|append-to-file|write-file|copy-file|rename-file)\b[^()]*\s(?=")`)],
  // `.output x`, `.backup x`, `\o x`, `tee x`, `INTO OUTFILE 'x'`, `COPY … TO 'x'`, `dump memory x`
  [
    'write',
    shape(String.raw`^\s*(?:\.(?:output|once|backup|save|clone|log|excel)|\\o|\\g|\\w|\\s|\\T|tee)\s+(?:--?\w+\s+)*`),
  ],
  [
    'write',
    shape(String.raw`\b(?:into\s+(?:outfile|dumpfile)|vacuum\s+(?:\w+\s+)?into|attach(?:\s+database)?)\s+(?=')`),
  ],
  ['write', shape(String.raw`\bcopy\b[^;\n]{0,200}?\bto\s+(?=')`)],
  [
    'write',
    shape(String.raw`^\s*(?:dump|append|restore)\s+(?:binary\s+)?(?:memory|value)\s+|^\s*set\s+logging\s+file\s+`),
  ],
  ['write', shape(String.raw`^\s*r?dump\s+(?:-p\s+)?\S+\s+(?=[~/.])`)],
  ['delete', shape(String.raw`\b(?:delete|unlink|rmtree|rm_rf|remove|rmdir|del)\s*\(\s*(?=["'])`)],
  ['delete', shape(String.raw`\((?:delete-(?:file|directory)|move-file-to-trash)\s+(?=")`)],
  // `:e x`, `:r x`, `:so x`, `readfile("x")`, `(insert-file-contents "x")`
  [
    'read',
    shape(String.raw`(?:^|[|:])\s*[\d$]*(?:e|edit|sp|vs|tabe|r|read|so|source|view|n|next|arge?dd?)!?\s+(?=[~/.])`),
  ],
  [
    'read',
    shape(
      String.raw`\b(?:readfile|read_\w+|pg_read_\w*file|load_file|lo_import|slurp|load_extension|file)\s*\(\s*(?=["'])`,
    ),
  ],
  ['read', shape(String.raw`\((?:insert-file-contents\w*|find-file\w*|load(?:-file)?)\s+(?=")`)],
  ['read', shape(String.raw`^\s*(?:\.(?:read|open|import|load)|\\i|\\ir|\\\.|\\include)\s+(?:--?\w+\s+)*`)],
  ['read', shape(String.raw`^\s*(?:m?put|reput)\s+(?:-\w+\s+)*`)],
  ['write', shape(String.raw`^\s*(?:re)?get\s+(?:-\w+\s+)*\S+\s+`)],
  ['read', shape(String.raw`\b(?:infile|from)\s+(?='[~/.])`)],
]

const MAX_FILES = 50

/** Every file that a text names to be read, written or deleted. */
export function touchedIn(text: string): readonly NamedFile[] {
  if (text.length > MAX_TEXT) return []
  const found: NamedFile[] = []
  for (const [op, pattern] of SHAPES) {
    for (const [, double, single, bare] of text.matchAll(pattern)) {
      const path = double ?? single ?? bare ?? ''
      if (found.length < MAX_FILES && /^[~/.\w]/.test(path)) found.push({ op, path })
    }
  }
  return found
}

const MAX_TEXT = 1 << 14
