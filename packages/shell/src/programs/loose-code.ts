import type { Context } from '../read/context.ts'
import { known } from '../words/value.ts'
import { escapesIn } from './escapes.ts'

/**
 * Code in a language without a reader: what can be seen without understanding it. Words in quotes that begin with a
 * program that destroys or fetches, calls that delete a tree, and lines that build tools run.
 */
export function runLoosely(context: Context, source: string, name: string): void {
  if (!context.reader.step(source.length / 64)) return
  const text = source.slice(0, MAX_SOURCE)
  const how = { via: name }
  for (const [, program = '', rest = ''] of text.matchAll(ARGV)) {
    const words = [program, ...Array.from(rest.matchAll(/["']([^"'\n]*)["']/g), ([, word = '']) => word)]
    if (words.length > 1) context.start(words.map(known), how)
  }
  for (const [, path = ''] of text.matchAll(DELETES)) context.remove(path, { recursive: true, force: true })
  for (const [, generated, command] of text.matchAll(LINES)) context.shell(known(generated ?? command ?? ''), how)
  for (const line of escapesIn(text)) context.shell(known(line), how)
}

const MAX_SOURCE = 1 << 16

/** `"rm", "-rf", "x"`, `new("rm").args(["-rf", "x"])`. */
const ARGV =
  /["'](?:\/(?:usr\/)?s?bin\/)?(rm|dd|shred|mkfs[.\w]*|find|chmod|chown|mv|curl|wget|(?:ba|z|da|k)?sh|sudo|python3?|perl|node|git|kill|shutdown|reboot)["']((?:[^"'\n;]{0,40}["'][^"'\n]*["']){0,16})/g

const DELETES =
  /\b(?:RemoveAll|remove_dir_all|remove_all|REMOVE_RECURSE|removeItem|deleteRecursively|deleteDirectory|removeDirRecur|rmTree|rmtree|removeDir|removeDirectoryRecursive)\b[^"'\n]{0,40}["']([^"'\n]+)["']/g

/** `COMMAND` of CMake, `//go:generate`. */
const LINES = /^\/\/go:generate[ \t]+(.+)$|\bCOMMAND[ \t]+([^)\n]+)/gm
