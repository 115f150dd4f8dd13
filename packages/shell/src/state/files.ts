import type { Run, Span } from '../effects.ts'
import { contextOf } from '../read/context.ts'
import type { Redirected } from '../read/redirect.ts'
import type { Scope } from './scope.ts'
import { NOWHERE, type Value } from '../words/value.ts'

/** Files that redirections read and write, once it is known what is written. */
export function openFiles(
  { opened, stdout, stdin }: Redirected,
  output: Value,
  scope: Scope,
  span: Span | undefined,
): void {
  const { reader, state, place } = scope
  const run: Run = {
    program: '',
    path: '',
    args: [],
    via: place.via,
    cwd: state.cwd,
    env: {},
    stdinFrom: NOWHERE,
    maybe: place.maybe === true,
    ...(place.own === true && { own: true }),
    ...(span !== undefined && { span }),
  }
  const argv = opened.map(({ path, namedBy = NOWHERE }) => ({ text: path, from: namedBy }))
  const context = contextOf(reader, state, { argv, env: new Map(), stdin, place }, run)
  for (const { path, writes, append, descriptor, content } of opened) {
    if (content !== undefined) continue
    if (!writes) context.read(path)
    else {
      const isOutput = stdout?.includes(path) === true
      const written = isOutput ? output : { text: descriptor === '2' ? '' : output.text, from: output.from }
      if (append) context.append(path, written)
      else context.replace(path, written, { force: true })
    }
  }
  for (const path of stdout ?? []) {
    if (opened.some((one) => one.path === path)) continue
    if (path === '&2') reader.found.printed.push(...output.from.secrets)
    else if (!path.startsWith('&')) context.write(path, output)
  }
}
