import { type CodeCall, positional, type Rule, type Rules } from '../../evaluate/machine.ts'
import { plainText, textValue, thing, type CodeValue } from '../../evaluate/values.ts'
import {
  changesMode,
  changesOwner,
  copies,
  deletes,
  flatten,
  forEachArgument,
  gives,
  goesTo,
  links,
  lists,
  moves,
  pick,
  reads,
  SELF,
  touches,
  writes,
} from '../../rules/builders.ts'
import { feedsSelf, openPath, readsSelf } from '../../rules/opening.ts'
import { emitShell } from '../../rules/running.ts'
import {
  basename,
  dirname,
  expandsHome,
  globs,
  home,
  joinsPath,
  makesPath,
  nameOf,
  ofArgument,
  parentOf,
  self,
} from '../../rules/texts.ts'

/** Opens a file; with a block, the block gets it. `open("| command")` runs the command. */
const opensFile =
  (place: (call: CodeCall) => CodeValue | undefined, mode: number): Rule =>
  (call) => {
    const path = place(call)
    const text = plainText(path)
    if (text.startsWith('|')) return emitShell(call, textValue(text.slice(1).trim()))
    const given = pick(call, [mode, 'mode'])
    const file = openPath(call, path, given?.kind === 'function' ? undefined : given)
    const block = call.args.find((value) => value.kind === 'function')
    return block === undefined ? file : call.machine.call(block, positional(file), call.scope)
  }

const first = (call: CodeCall): CodeValue | undefined => call.args[0]
const itself = (call: CodeCall): CodeValue | undefined => call.self

/** `File.chmod(mode, path…)` */
const chmods: Rule = (call) => {
  const [mode, ...paths] = flatten(call.args)
  for (const path of paths) changesMode(0, 1)({ ...call, args: mode === undefined ? [path] : [path, mode] })
  return undefined
}
const chowns: Rule = (call) => {
  const [user, group, ...paths] = flatten(call.args)
  for (const path of paths)
    changesOwner(0, 1, 2)({ ...call, args: [path, user, group].filter((value) => value !== undefined) })
  return undefined
}

/** `FileUtils.cp(list, target)` */
const manyTo =
  (rule: Rule): Rule =>
  (call) => {
    const [from, to] = call.args
    for (const source of flatten(from === undefined ? [] : [from]))
      rule({ ...call, args: to === undefined ? [source] : [source, to] })
    return undefined
  }

const removes = forEachArgument(deletes(0))
const removesTree = forEachArgument(deletes(0, true))
const makes = forEachArgument(touches(0))

export const rubyFiles = (): Rules => ({
  open: opensFile(first, 1),
  'File.open': opensFile(first, 1),
  'File.new': opensFile(first, 1),
  'IO.sysopen': opensFile(first, 1),
  'File.delete': removes,
  'File.unlink': removes,
  'File.rename': moves(0, 1),
  'File.write': writes(0, 1),
  'File.binwrite': writes(0, 1),
  'IO.write': writes(0, 1),
  'IO.binwrite': writes(0, 1),
  'File.read': reads(0),
  'File.binread': reads(0),
  'File.readlines': reads(0),
  'File.foreach': reads(0),
  'IO.foreach': reads(0),
  'YAML.load_file': reads(0),
  'YAML.safe_load_file': reads(0),
  'JSON.load_file': reads(0),
  'CSV.read': reads(0),
  'CSV.foreach': reads(0),
  'IO.read': reads(0),
  'IO.readlines': reads(0),
  'File.chmod': chmods,
  'File.lchmod': chmods,
  'File.chown': chowns,
  'File.lchown': chowns,
  'File.symlink': links(0, 1),
  'File.link': links(0, 1),
  'File.truncate': touches(0),
  'File.mkfifo': touches(0),
  'IO.copy_stream': copies(0, 1),
  'File.join': joinsPath({ restarts: false }),
  'File.expand_path': (call) => {
    const [path, base] = call.args
    const joined =
      base === undefined ? path : joinsPath()({ ...call, args: path === undefined ? [base] : [base, path] })
    return expandsHome(0)({ ...call, args: joined === undefined ? [] : [joined] })
  },
  'File.absolute_path': gives(first),
  'File.realpath': gives(first),
  'File.dirname': ofArgument(0, dirname),
  'File.basename': ofArgument(0, basename),
  'Dir.home': home,
  'Dir.pwd': gives(() => textValue('.')),
  'Dir.tmpdir': gives(() => textValue('/tmp')),
  'Dir.glob': globs(0),
  'Dir.entries': lists(0),
  'Dir.children': lists(0),
  'Dir.each_child': lists(0),
  'Dir.foreach': lists(0),
  'Dir.chdir': goesTo(0),
  'Dir.delete': deletes(0),
  'Dir.rmdir': deletes(0),
  'Dir.unlink': deletes(0),
  'Dir.mkdir': touches(0),
  'Find.find': lists(0, { full: true, recursive: true }),
  'FileUtils.rm': removes,
  'FileUtils.rm_f': removes,
  'FileUtils.remove': removes,
  'FileUtils.safe_unlink': removes,
  'FileUtils.rm_r': removesTree,
  'FileUtils.rm_rf': removesTree,
  'FileUtils.rmtree': removesTree,
  'FileUtils.remove_dir': removesTree,
  'FileUtils.remove_entry': removesTree,
  'FileUtils.remove_entry_secure': removesTree,
  'FileUtils.rmdir': removes,
  'FileUtils.mv': manyTo(moves(0, 1)),
  'FileUtils.move': manyTo(moves(0, 1)),
  'FileUtils.cp': manyTo(copies(0, 1)),
  'FileUtils.copy': manyTo(copies(0, 1)),
  'FileUtils.cp_r': manyTo(copies(0, 1)),
  'FileUtils.copy_file': copies(0, 1),
  'FileUtils.install': manyTo(copies(0, 1)),
  'FileUtils.ln_s': links(0, 1),
  'FileUtils.ln_sf': links(0, 1),
  'FileUtils.ln': links(0, 1),
  'FileUtils.symlink': links(0, 1),
  'FileUtils.touch': makes,
  'FileUtils.mkdir': makes,
  'FileUtils.mkdir_p': makes,
  'FileUtils.chmod': chmods,
  'FileUtils.chmod_R': chmods,
  'FileUtils.chown': chowns,
  'FileUtils.chown_R': chowns,
  'FileUtils.cd': goesTo(0),

  Pathname: makesPath(0),
  'Pathname.new': makesPath(0),
  'Path#+': joinsPath({ as: 'Path' }),
  'Path#join': joinsPath({ as: 'Path' }),
  'Path#delete': deletes(SELF),
  'Path#unlink': deletes(SELF),
  'Path#rmdir': deletes(SELF),
  'Path#rmtree': deletes(SELF, true),
  'Path#write': writes(SELF, 0),
  'Path#binwrite': writes(SELF, 0),
  'Path#read': reads(SELF),
  'Path#readlines': reads(SELF),
  'Path#open': opensFile(itself, 0),
  'Path#rename': moves(SELF, 0),
  'Path#chmod': changesMode(SELF, 0),
  'Path#make_symlink': links(0, SELF),
  'Path#mkpath': touches(SELF),
  'Path#mkdir': touches(SELF),
  'Path#children': lists(SELF, { full: true }),
  'Path#each_child': lists(SELF, { full: true }),
  'Path#glob': globs(0, { inSelf: true }),
  'Path#parent': parentOf,
  'Path#dirname': parentOf,
  'Path#basename': nameOf,
  'Path#expand_path': gives((call) =>
    thing('Path', plainText(expandsHome(0)({ ...call, args: call.self === undefined ? [] : [call.self] }))),
  ),
  'Path#to_s': gives((call) => textValue(plainText(call.self))),
  'Path#realpath': self,

  'file#write': feedsSelf(0),
  'file#puts': feedsSelf(0),
  'file#print': feedsSelf(0),
  'file#<<': feedsSelf(0),
  'file#syswrite': feedsSelf(0),
  'file#read': readsSelf,
  'file#gets': readsSelf,
  'file#close': readsSelf,
})
