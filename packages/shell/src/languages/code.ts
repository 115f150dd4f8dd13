import type { CodeAction, CodeWorld } from './actions.ts'
import { run } from './evaluate/evaluate.ts'
import type { Runtime } from './evaluate/machine.ts'
import { awk } from './awk/rules/awk.ts'
import { javascript } from './javascript/rules/javascript.ts'
import { perl } from './perl/rules/perl.ts'
import { php } from './php/rules/php.ts'
import { python } from './python/rules/python.ts'
import { ruby } from './ruby/rules/ruby.ts'
import { readSed } from './sed/sed.ts'

export type { CodeAction, CodeWorld } from './actions.ts'

const RUNTIMES = { python, javascript, perl, ruby, php, awk } satisfies Record<string, () => Runtime>

export type Language = keyof typeof RUNTIMES | 'sed'

/**
 * What code that is written in a command does to the machine, as far as that is known before it runs. Only what is
 * called counts, never text inside a string. Never throws; what could not be read is reported as `code`.
 *
 * A source is taken apart into tokens (lex/), read into one small tree for all languages (parse/), and evaluated with
 * the values that are known (evaluate/). Tables list what each function does, one line each (rules/).
 */
export function readCode(language: Language, source: string, world: CodeWorld): readonly CodeAction[] {
  return language === 'sed' ? readSed(source) : run(runtimeOf(language), source, world)
}

/** Built when a language is first read: a command rarely holds two. */
const runtimes = new Map<string, Runtime>()

function runtimeOf(language: keyof typeof RUNTIMES): Runtime {
  const known = runtimes.get(language) ?? RUNTIMES[language]()
  runtimes.set(language, known)
  return known
}
