import { isKnown } from '../effects.ts'
import {
  decoded,
  ELSEWHERE,
  EMPTY,
  fromNetwork,
  fromVariable,
  joinAll,
  known,
  origins,
  unknown,
  type Value,
} from '../words/value.ts'
import type { Shell } from './cmdlets.ts'

/** What .NET does, by the names of its methods: `[IO.File]::Delete($x)`, `(New-Object Net.WebClient).DownloadString($u)`. */
export function callMethod(method: string, args: readonly Value[], base: Value, shell: Shell): Value {
  const [given = EMPTY, other = EMPTY] = args
  const [first, second] = [shell.path(given), shell.path(other)]
  const from = origins([base.from, ...args.map((value) => value.from)])
  // `$_.Delete()` is about the object itself.
  const isOwn = args.length === 0 || /^\$?(?:true|false)?$/i.test(given.text)
  if (method.startsWith('delete')) return shell.start(['rm', '-rf', isOwn ? shell.path(base) : first])
  if (/^(?:readall|readlines|openread|opentext)/.test(method)) return shell.start(['cat', first])
  if (method.startsWith('create') && isKnown(base.text) && /scriptblock/i.test(base.text)) return given
  if (/^(?:writeall|appendall|create|openwrite)/.test(method) && first.text !== '')
    return shell.start(['tee', first], other)
  if (method === 'copy') return shell.start(['cp', '-r', first, second])
  if (method === 'copyto') return shell.start(['cp', '-r', shell.path(base), first])
  if (method === 'move') return shell.start(['mv', first, second])
  if (method === 'moveto') return shell.start(['mv', shell.path(base), first])
  if (method === 'downloadfile') return shell.start(['curl', '-o', second, given])
  if (/^(?:download|getstringasync|getasync)/.test(method)) {
    shell.start(['curl', given])
    return unknown(fromNetwork)
  }
  if (method.startsWith('upload')) return shell.start(['curl', '--data-raw', other, '-T', second, given])
  if (method === 'frombase64string') return unknown(decoded(origins([ELSEWHERE, from])))
  if (method === 'start' && args.length > 0)
    return shell.start(args.flatMap((value, index) => (index === 0 ? [value] : wordsOf(value))))
  if (method.startsWith('invoke')) return shell.evaluate(args[0] ?? base)
  if (method === 'new') return construct(base, args, shell)
  // A method by its name: what it does is not followed.
  if (/^(?:getmethods?|invokemember|getdelegate\w*)$/.test(method) && DESTROYS.test(given.text))
    return shell.evaluate(unknown(from))
  // Objects of COM.
  if (/^(?:run|exec|shellexecute)$/.test(method) && isKnown(given.text))
    return shell.start(['cmd', '/c', joinAll([given, ...(method === 'shellexecute' ? [known(' '), other] : [])])])
  if (/^reg(?:write|delete)$/.test(method)) return shell.start(['reg', method === 'regwrite' ? 'add' : 'delete', given])
  // For this process only, unless a third word says otherwise.
  if (method === 'setenvironmentvariable')
    return args.length > 2 && !/^process$/i.test(args[2]?.text ?? '') ? shell.start(['setx', given, other]) : EMPTY
  if (method === 'getenvironmentvariable') return unknown(fromVariable(given.text.toUpperCase()))
  if (method === 'getenvironmentvariables') return shell.start(['printenv'])
  if (method === 'getnetworkcredential') return unknown({ ...ELSEWHERE, secrets: ['Get-Credential'] })
  return computed(method, args, base) ?? unknown(origins([ELSEWHERE, from]))
}

const DESTROYS = /delete|remove|start|invoke|execute|create|format|write|terminate/i

/** A new object: a file is opened with it, or a connection. */
export function construct(type: Value, args: readonly Value[], shell: Shell): Value {
  const [given = EMPTY, other = EMPTY] = args
  const name = type.text.toLowerCase().replaceAll(/^\[|\](?:::\w+)?$/g, '')
  if (/(?:streamreader|xmltextreader|binaryreader)$/.test(name)) return shell.start(['cat', shell.path(given)])
  if (name.endsWith('streamwriter')) return shell.start(['tee', shell.path(given)], unknown())
  if (name.endsWith('filestream'))
    return shell.start([/create|append|truncate|open$/i.test(other.text) ? 'tee' : 'cat', shell.path(given)], unknown())
  if (/(?:tcpclient|socket)$/.test(name) && given.text !== '') return shell.start(['nc', given, other])
  if (/^uri$|^system\.uri$/.test(name)) return given
  return /(?:fileinfo|directoryinfo|driveinfo)$/.test(name) ? given : shell.stdin
}

/** Text that is made of text which is known. */
function computed(method: string, args: readonly Value[], base: Value): Value | undefined {
  const [given = EMPTY, other = EMPTY] = args
  const isStatic = base.text.startsWith('[')
  if (method === 'combine') return joinAll(args.flatMap((value, at) => (at === 0 ? [value] : [known('/'), value])))
  if (isStatic && method === 'concat') return joinAll([EMPTY, ...args])
  if (isStatic && method === 'join')
    return joinAll([EMPTY, ...args.slice(1).flatMap((value, at) => (at === 0 ? [value] : [given, value]))])
  if (isStatic || ![base, ...args].every(({ text }) => isKnown(text))) return undefined
  if (method === 'replace' && given.text !== '')
    return { text: base.text.replaceAll(given.text, other.text), from: base.from }
  if (/^(?:tostring|trim)$/.test(method)) return base
  if (method === 'tolower') return { text: base.text.toLowerCase(), from: base.from }
  return undefined
}

/** Arguments in one text, as Windows hands them to a program. */
export const wordsOf = (value: Value): readonly Value[] =>
  isKnown(value.text) && value.text.includes(' ')
    ? (value.text.match(/(?:"[^"]*(?:"|$)|[^\s"])+/g) ?? []).map((text) => ({
        text: text.replaceAll('"', ''),
        from: value.from,
      }))
    : [value]
