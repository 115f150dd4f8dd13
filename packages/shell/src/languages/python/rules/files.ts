import { emit, homeOf, type Rule, type Rules } from '../../evaluate/machine.ts'
import {
  changesMode,
  changesOwner,
  copies,
  deletes,
  does,
  gives,
  goesTo,
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
import { feedsSelf, openPath, opens, readsSelf } from '../../rules/opening.ts'
import { globs, joinsPath, self } from '../../rules/texts.ts'
import { joinTexts, listValue, LOCAL, plainText, textValue, thing, unknownWith } from '../../evaluate/values.ts'

const SRC = [0, 'src'] as const
const DST = [1, 'dst'] as const
const PATH = [0, 'path'] as const

/** `os.walk` gives the directory, its directories and its files, for it and everything below. */
const walks: Rule = (call) => {
  lists([0, 'top'], { recursive: true })(call)
  const top = joinTexts([pick(call, [0, 'top']) ?? unknownWith(0), unknownWith(LOCAL)])
  const names = listValue([unknownWith(LOCAL)], true)
  return listValue([listValue([top, names, names])], true)
}

/** A function that knows by itself where to look. */
const readsHome =
  (path: string): Rule =>
  (call) => {
    emit(call.machine, { kind: 'file', op: 'read', path: `${homeOf(call)}/${path}` })
    return unknownWith(LOCAL)
  }

/** `Path.open` takes the mode first. */
const opensSelf: Rule = (call) => openPath(call, call.self, pick(call, [0, 'mode']))

/** Files. */
export const pythonFiles = (): Rules => ({
  open: opens([0, 'file'], [1, 'mode']),
  'codecs.open': opens([0, 'filename'], [1, 'mode']),
  'gzip.open': opens([0, 'filename'], [1, 'mode']),
  'bz2.open': opens([0, 'filename'], [1, 'mode']),
  'lzma.open': opens([0, 'filename'], [1, 'mode']),
  'tarfile.open': opens([0, 'name'], [1, 'mode']),
  'zipfile.ZipFile': opens([0, 'file'], [1, 'mode']),
  'shelve.open': touches(0),
  'sqlite3.connect': (call) =>
    plainText(pick(call, [0, 'database'])) === ':memory:' ? undefined : touches([0, 'database'])(call),
  'fileinput.input': does(reads([0, 'files']), (call) =>
    option(call, 'inplace') === undefined ? undefined : touches([0, 'files'])(call),
  ),
  'keyring.get_password': readsHome('.local/share/keyrings'),
  'keyring.get_credential': readsHome('.local/share/keyrings'),
  'netrc.netrc': (call) => (call.args.length > 0 ? reads(0)(call) : readsHome('.netrc')(call)),
  'browser_cookie3.load': readsHome('.mozilla/firefox'),
  'browser_cookie3.chrome': readsHome('.config/google-chrome'),
  'browser_cookie3.firefox': readsHome('.mozilla/firefox'),
  'linecache.getline': reads(0),
  'linecache.getlines': reads(0),
  'numpy.loadtxt': reads(0),
  'pandas.read_csv': reads(0),
  'os.open': opens(PATH, [1, 'flags']),
  'os.remove': deletes(PATH),
  'os.rmdir': deletes(PATH),
  'os.removedirs': deletes([0, 'name']),
  'os.rename': moves(SRC, DST),
  'os.renames': moves([0, 'old'], [1, 'new']),
  'os.replace': moves(SRC, DST),
  'os.mkdir': touches(PATH),
  'os.makedirs': touches([0, 'name']),
  'os.mkfifo': touches(PATH),
  'os.mknod': touches(PATH),
  'os.truncate': touches(PATH),
  'os.utime': touches(PATH),
  'os.chmod': changesMode(PATH, [1, 'mode']),
  'os.lchmod': changesMode(PATH, [1, 'mode']),
  'os.chown': changesOwner(PATH, [1, 'uid'], [2, 'gid']),
  'os.lchown': changesOwner(PATH, [1, 'uid'], [2, 'gid']),
  'os.symlink': links(SRC, DST),
  'os.link': links(SRC, DST),
  'os.listdir': lists(PATH),
  'os.scandir': lists(PATH, { full: true }),
  'os.walk': walks,
  'os.fwalk': walks,
  'os.chdir': goesTo(PATH),
  'contextlib.chdir': goesTo(PATH),
  'glob.glob': globs([0, 'pathname']),
  'glob.iglob': globs([0, 'pathname']),
  'shutil.rmtree': deletes(PATH, true),
  'shutil.move': moves(SRC, DST),
  'shutil.copy': copies(SRC, DST),
  'shutil.copy2': copies(SRC, DST),
  'shutil.copyfile': copies(SRC, DST),
  'shutil.copytree': copies(SRC, DST),
  'shutil.chown': changesOwner(PATH, [1, 'user'], [2, 'group']),
  'shutil.make_archive': does(reads([2, 'root_dir']), touches([0, 'base_name'])),
  'shutil.unpack_archive': does(reads([0, 'filename']), touches([1, 'extract_dir'])),
  'tempfile.mkdtemp': gives(() => unknownWith(0)),

  'pathlib.Path': joinsPath({ as: 'Path' }),
  'pathlib.Path.cwd': gives(() => thing('Path', '.')),
  'Path#unlink': deletes(SELF),
  'Path#rmdir': deletes(SELF),
  'Path#write_text': writes(SELF, [0, 'data']),
  'Path#write_bytes': writes(SELF, [0, 'data']),
  'Path#touch': touches(SELF),
  'Path#mkdir': touches(SELF),
  'Path#chmod': changesMode(SELF, [0, 'mode']),
  'Path#rename': moves(SELF, [0, 'target']),
  'Path#replace': moves(SELF, [0, 'target']),
  'Path#move': moves(SELF, [0, 'target']),
  'Path#copy': copies(SELF, [0, 'target']),
  'Path#symlink_to': links([0, 'target'], SELF),
  'Path#hardlink_to': links([0, 'target'], SELF),
  'Path#link_to': links(SELF, [0, 'target']),
  'Path#open': opensSelf,
  'Path#read_text': reads(SELF),
  'Path#read_bytes': reads(SELF),
  'Path#iterdir': lists(SELF, { full: true }),
  'Path#glob': globs([0, 'pattern'], { inSelf: true }),
  'Path#rglob': globs([0, 'pattern'], { inSelf: true, deep: true }),
  'Path#joinpath': joinsPath({ as: 'Path' }),
  'Path#resolve': self,
  'Path#absolute': self,
  'Path#as_posix': gives((call) => textValue(plainText(call.self))),
  'Path#__str__': gives((call) => textValue(plainText(call.self))),
  'Path#with_name': gives((call) => sibling(plainText(call.self), plainText(call.args[0]))),
  'Path#with_suffix': gives((call) =>
    thing('Path', plainText(call.self).replace(/(\.[^./]*)?$/, '') + plainText(call.args[0])),
  ),

  'file#write': feedsSelf(0),
  'file#writelines': feedsSelf(0),
  'file#read': readsSelf,
  'file#readline': readsSelf,
  'file#readlines': readsSelf,
  'file#__enter__': self,
  'file#close': readsSelf,
})

const sibling = (path: string, name: string): ReturnType<typeof thing> =>
  thing('Path', path.includes('/') ? path.replace(/[^/]*\/*$/, () => name) : name)
