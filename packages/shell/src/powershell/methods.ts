import { isKnown } from '../effects.ts'
import { decoded, ELSEWHERE, EMPTY, fromNetwork, origins, unknown, type Value } from '../words/value.ts'
import type { Shell } from './cmdlets.ts'

/** What .NET does, by the names of its methods: `[IO.File]::Delete($x)`, `(New-Object Net.WebClient).DownloadString($u)`. */
export function callMethod(method: string, args: readonly Value[], base: Value, shell: Shell): Value {
  const [given = EMPTY, other = EMPTY] = args
  const [first, second] = [shell.path(given), shell.path(other)]
  const from = origins([base.from, ...args.map((value) => value.from)])
  if (method.startsWith('delete')) return shell.start(['rm', '-rf', first])
  if (/^(?:readall|readlines|openread|opentext)/.test(method)) return shell.start(['cat', first])
  if (method.startsWith('create') && isKnown(base.text) && /scriptblock/i.test(base.text)) return given
  if (/^(?:writeall|appendall|create|openwrite)/.test(method) && first.text !== '')
    return shell.start(['tee', first], other)
  if (method === 'copy' || method === 'copyto') return shell.start(['cp', '-r', first, second])
  if (method === 'move' || method === 'moveto') return shell.start(['mv', first, second])
  if (method === 'downloadfile') return shell.start(['curl', '-o', second, given])
  if (/^(?:download|getstringasync|getasync)/.test(method)) {
    shell.start(['curl', given])
    return unknown(fromNetwork)
  }
  if (method.startsWith('upload')) return shell.start(['curl', '--data-raw', other, '-T', second, given])
  if (method === 'frombase64string') return unknown(decoded(origins([ELSEWHERE, from])))
  if (method === 'start' && args.length > 0) return shell.start(args)
  if (method.startsWith('invoke')) return shell.evaluate(args[0] ?? base)
  return unknown(origins([ELSEWHERE, from]))
}
