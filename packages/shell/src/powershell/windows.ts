import { performer } from '../programs/perform-roles.ts'
import type { Program, Programs } from '../programs/program.ts'
import { nssDatabase } from '../programs/table/keys.ts'
import type { Context } from '../read/context.ts'
import { decoded, fromFile, fromNetwork, known, unknown } from '../words/value.ts'
import { wordsOf } from './methods.ts'
import { posixPath, registryPath } from './paths.ts'
import type { SystemAction } from '../effects.ts'

/** Programs of Windows. Their options begin with `/` or `-`, in either case. */

const lower = ({ texts }: Context): readonly string[] => texts.map((text) => text.toLowerCase().replace(/^-/, '/'))

/** The word behind an option. */
const behind = (context: Context, option: string): string | undefined => {
  const at = lower(context).indexOf(option)
  return at < 0 ? undefined : context.texts[at + 1]
}

const operands = ({ texts }: Context): readonly string[] => texts.filter((text) => !/^(?:-|\/[\w?]+(?::|$))/.test(text))

/** An action when one of its words is among these. */
const when =
  (words: RegExp, what: SystemAction): Program =>
  (context) => {
    if (lower(context).some((word) => words.test(word))) context.system(what, context.texts.join(' '))
  }

const reg: Program = (context) => {
  const [verb = '', key = '', other = ''] = context.texts
  const path = registryPath(key)
  const value = behind(context, '/v')
  const named = value === undefined ? path : `${path}/${value}`
  if (/^add$/i.test(verb)) context.write(named)
  else if (/^delete$/i.test(verb)) context.remove(named, { recursive: value === undefined, force: true })
  else if (/^copy$/i.test(verb)) context.write(registryPath(other))
  else if (/^(?:import|restore|load|unload)$/i.test(verb)) context.system('settings', key)
  else if (/^(?:export|save)$/i.test(verb)) context.write(posixPath(other))
}

const service: Program = (context) => {
  const verb = lower(context).find((word) => !word.startsWith('\\\\')) ?? ''
  if (/^(?:create|delete|config|failure|sdset|triggerinfo)$/.test(verb))
    context.system('schedule', context.texts.join(' '))
  else if (/^(?:start|stop|pause|continue|control)$/.test(verb)) context.system('service', operands(context)[1] ?? '')
}

const net: Program = (context) => {
  const [verb = '', ...rest] = lower(context)
  if (
    /^(?:users?|accounts|localgroup|groups?)$/.test(verb) &&
    (rest.length > 1 || rest.some((word) => word.includes(':')))
  )
    context.system('account', context.texts.join(' '))
  if (verb === 'stop' || verb === 'start') context.system('service', rest.join(' '))
  if (verb === 'share' && rest.length > 0) context.system('settings', context.texts.join(' '))
}

/** Saves what it fetches: the address, and the file that is named behind it. */
function save(context: Context): void {
  const at = context.texts.findIndex((text) => /^https?:|^ftp:/i.test(text))
  const [address, file] = context.args.slice(at, at + 2)
  if (at < 0 || address === undefined) return
  const to = file === undefined ? ['-O'] : ['-o', posixPath(file.text)]
  context.start([known('curl'), ...to.map((word) => known(word)), address])
}

const nss = performer(nssDatabase)
const certutil: Program = (context) => {
  const [verb = ''] = lower(context)
  if (/^\/(?:urlcache|verifyctl)$/.test(verb)) return save(context)
  if (/^\/(?:addstore|delstore|importpfx|importcert|installcert|setreg|delreg)$/.test(verb))
    return context.system('settings', context.texts.join(' '))
  if (!/^\/(?:de|en)code(?:hex)?$/.test(verb)) return nss(context)
  const [from = '', to = ''] = operands(context).map((text) => posixPath(text))
  context.read(from)
  context.replace(
    to,
    unknown(verb.startsWith('/de') ? decoded(fromFile(context.path(from))) : fromFile(context.path(from))),
  )
}

/** Programs of the system that run what an address or a line of script names. */
const host: Program = (context) => {
  const code = context.texts.find((text) => /:\/\/|^\\\\|(?:java|vb)script:/i.test(text))
  if (code !== undefined) context.code(context.name, fromNetwork)
}

const wmic: Program = (context) => {
  const words = lower(context)
  const at = words.indexOf('create')
  if (words.includes('shadowcopy') && words.includes('delete')) return context.system('destroy-storage', 'shadowcopy')
  if (words.includes('call') && at >= 0) {
    const line = context.texts
      .slice(at + 1)
      .join(' ')
      .replaceAll(/^['"]|['"]$/g, '')
    context.start([known('cmd'), known('/c'), known(line)])
  } else if (words.some((word) => /^(?:delete|call|set|create|uninstall)$/.test(word)))
    context.system('settings', context.texts.join(' '))
}

/** Who may use a file: open to all users. */
const permissions: Program = (context) => {
  const words = lower(context)
  const path = behind(context, '/f') ?? operands(context)[0]
  if (path === undefined || (context.name === 'icacls' && words.length < 2)) return
  const isOpen = words.some((word) => /^(?:everyone|\*s-1-1-0|users|authenticated users):/.test(word))
  context.mode(
    posixPath(path),
    isOpen ? 'a+rwx' : context.name,
    words.some((word) => /^\/[rt]$/.test(word)),
  )
}

const copyTree: Program = (context) => {
  const [from = '', to = ''] = operands(context).map((text) => posixPath(text))
  const isMirror = lower(context).some((word) => /^\/(?:mir|purge)$/.test(word))
  const words = isMirror ? ['rsync', '-a', '--delete', `${from}/`, to] : ['cp', '-r', from, to]
  return context.start(words.map((word) => known(word)))
}

const search: Program = (context) => {
  const [pattern = '', ...files] = operands(context)
  const from = lower(context).find((word) => word.startsWith('/f:'))
  const all = [...files, ...(from === undefined ? [] : [from.slice('/f:'.length)])]
  return context.start(['grep', '-e', pattern, ...all.map((file) => posixPath(file))].map((word) => known(word)))
}

const forEachFile: Program = (context) => {
  const line = behind(context, '/c')?.replace(/^cmd\s+\/c\s+/i, '')
  const files = `${posixPath(behind(context, '/p') ?? '.')}/*`
  if (line === undefined) return
  return context.start(['cmd', '/c', line.replaceAll(/@(?:rel)?(?:path|file)/gi, files)].map((word) => known(word)))
}

const runAs: Program = (context) => {
  const line = operands(context).join(' ')
  return context.start([known('sudo'), ...wordsOf(known(line))])
}

export const windowsPrograms: Programs = {
  reg,
  regedit: (context) => context.system('settings', context.texts.join(' ')),
  schtasks: when(/^\/(?:create|change|delete|run)$/, 'schedule'),
  sc: service,
  net,
  net1: net,
  netsh: when(/^(?:add|set|delete|reset|import)$/, 'firewall'),
  bcdedit: when(/^\/(?:set|delete|deletevalue|import|create|default|timeout|bootsequence|bootems)$/, 'kernel'),
  vssadmin: when(/^(?:delete|resize)$/, 'destroy-storage'),
  wbadmin: when(/^(?:delete|disable)$/, 'destroy-storage'),
  cipher: when(/^\/w(?::|$)/, 'destroy-storage'),
  fsutil: when(/^(?:delete\w*|setzerodata|dismount|setdirty)$/, 'destroy-storage'),
  diskpart: (context) => context.system('format', context.texts.join(' ')),
  format: when(/^[a-z]:$/, 'format'),
  wevtutil: when(/^(?:cl|clear-log|sl|set-log|um|uninstall-manifest)$/, 'settings'),
  auditpol: when(/^\/(?:set|clear|remove|restore)$/, 'settings'),
  setx: (context) => context.write(`/HKCU:/Environment/${operands(context)[0] ?? ''}`),
  taskkill: (context) => context.system('kill', behind(context, '/im') ?? behind(context, '/pid') ?? ''),
  takeown: permissions,
  icacls: permissions,
  cacls: permissions,
  certutil,
  bitsadmin: save,
  mshta: host,
  regsvr32: host,
  rundll32: host,
  msiexec: host,
  wscript: host,
  cscript: host,
  wmic,
  robocopy: copyTree,
  xcopy: copyTree,
  findstr: search,
  forfiles: forEachFile,
  runas: runAs,
}
