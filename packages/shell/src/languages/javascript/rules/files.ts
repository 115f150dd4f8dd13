import type { Rule, Rules } from '../../evaluate/machine.ts'
import { thing, LOCAL, plainText, textValue, unknownWith } from '../../evaluate/values.ts'
import {
  changesMode,
  changesOwner,
  copies,
  deletes,
  gives,
  harmless,
  links,
  lists,
  moves,
  option,
  pick,
  reads,
  SELF,
  touches,
  writes,
} from '../../rules/builders.ts'
import { feeds, feedsSelf, openPath, opens, readsSelf } from '../../rules/opening.ts'

/** `createWriteStream(path, { flags })` */
const opensToWrite: Rule = (call) => openPath(call, pick(call, 0), option(call, 'flags') ?? textValue('w'))

/** `Deno.open(path, { write: true })` */
const opensWithOptions: Rule = (call) => {
  const write = ['write', 'append', 'create', 'truncate', 'createNew'].some((name) => option(call, name) !== undefined)
  return openPath(call, pick(call, 0), textValue(write ? 'w' : 'r'))
}

/** Each of these exists three times: with a callback, ending in `Sync`, and giving a promise. */
const node = (): Rules => ({
  unlink: deletes(0),
  rm: deletes(0, 'recursive'),
  rmdir: deletes(0, 'recursive'),
  writeFile: writes(0, 1),
  appendFile: writes(0, 1),
  truncate: touches(0),
  utimes: touches(0),
  lutimes: touches(0),
  mkdir: touches(0),
  mkdtemp: touches(0),
  readFile: reads(0),
  readlink: gives(() => unknownWith(LOCAL)),
  readdir: lists(0),
  opendir: lists(0),
  copyFile: copies(0, 1),
  cp: copies(0, 1),
  rename: moves(0, 1),
  chmod: changesMode(0, 1),
  lchmod: changesMode(0, 1),
  chown: changesOwner(0, 1, 2),
  lchown: changesOwner(0, 1, 2),
  symlink: links(0, 1),
  link: links(0, 1),
  open: opens(0, 1),
  // What the package fs-extra adds.
  remove: deletes(0, true),
  emptyDir: deletes(0, true),
  copy: copies(0, 1),
  move: moves(0, 1),
  outputFile: writes(0, 1),
  outputJson: writes(0),
  writeJson: writes(0),
  readJson: reads(0),
  ensureFile: touches(0),
  ensureDir: touches(0),
})

const deno = (): Rules => ({
  remove: deletes(0, 'recursive'),
  writeTextFile: writes(0, 1),
  writeFile: writes(0, 1),
  readTextFile: reads(0),
  readFile: reads(0),
  readDir: lists(0),
  rename: moves(0, 1),
  copyFile: copies(0, 1),
  chmod: changesMode(0, 1),
  chown: changesOwner(0, 1, 2),
  symlink: links(0, 1),
  link: links(0, 1),
  mkdir: touches(0),
  truncate: touches(0),
  create: touches(0),
  open: opensWithOptions,
})

function variants(): Record<string, Rule> {
  const all: Record<string, Rule> = {}
  for (const [name, rule] of Object.entries(node())) {
    for (const full of [`fs.${name}`, `fs.${name}Sync`, `fs.promises.${name}`]) all[full] = rule
  }
  for (const [name, rule] of Object.entries(deno()))
    for (const full of [`Deno.${name}`, `Deno.${name}Sync`]) all[full] = rule
  return all
}

export const javascriptFiles = (): Rules => ({
  ...variants(),
  'fs.createReadStream': opens(0, 9),
  'fs.createWriteStream': opensToWrite,
  'fs.close': harmless,
  'fs.closeSync': harmless,
  'fs.fsyncSync': harmless,
  'fs.fstatSync': harmless,
  'fs.write': feeds(0, 1),
  'fs.writeSync': feeds(0, 1),
  rimraf: deletes(0, true),
  'del.deleteAsync': deletes(0, true),
  'del.sync': deletes(0, true),
  'shelljs.rm': deletes(1, true),
  'shelljs.cp': copies(0, 1),
  'shelljs.mv': moves(0, 1),
  'Bun.write': writes(0, 1),
  'Bun.file': gives((call) => thing('Path', plainText(call.args[0]))),
  'Path#text': reads(SELF),
  'Path#json': reads(SELF),
  'Path#arrayBuffer': reads(SELF),
  'Path#bytes': reads(SELF),
  'Path#delete': deletes(SELF),
  'Path#unlink': deletes(SELF),
  'Path#write': writes(SELF, 0),
  'Path#writer': opens(SELF, 9),
  'file#write': feedsSelf(0),
  'file#end': feedsSelf(0),
  'file#writeFile': feedsSelf(0),
  'file#appendFile': feedsSelf(0),
  'file#read': readsSelf,
  'file#readFile': readsSelf,
})
