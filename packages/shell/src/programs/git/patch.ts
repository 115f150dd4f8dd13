export interface PatchedFile {
  readonly op: 'write' | 'delete'
  readonly path: string
}

/** Files that a patch changes, by its headers, with `strip` leading parts of each name taken off. */
export function patchedFiles(text: string, strip: number): readonly PatchedFile[] {
  const files: PatchedFile[] = []
  let old = ''
  for (const line of text.split('\n')) {
    const [, mark, raw = ''] = /^(---|\+\+\+|rename from|rename to|copy to) (.+?)(?:\t.*)?\r?$/.exec(line) ?? []
    if (mark === undefined) continue
    const name = raw.startsWith('"') ? raw.slice(1, -1) : raw
    const path = mark.startsWith('r') || mark.startsWith('c') ? name : name.split('/').slice(strip).join('/')
    if (mark === '---') old = path
    else if (mark === 'rename from') files.push({ op: 'delete', path })
    else if (name === '/dev/null') files.push({ op: 'delete', path: old })
    else files.push({ op: 'write', path })
  }
  return files.filter(({ path }) => path !== '')
}
