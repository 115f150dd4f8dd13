import type { Rule, Rules } from '../../evaluate/machine.ts'
import { LOCAL, unknownWith } from '../../evaluate/values.ts'
import {
  changesMode,
  changesOwner,
  copies,
  deletes,
  gives,
  goesTo,
  harmless,
  links,
  lists,
  moves,
  pick,
  touches,
  writes,
} from '../../rules/builders.ts'
import { feeds, openPath, opens } from '../../rules/opening.ts'
import { globs, same } from '../../rules/texts.ts'

/** Paths may be addresses: `file_get_contents('https://…')`. */
const readsPlace: Rule = (call) => {
  const handle = openPath(call, pick(call, [0, 'filename']), undefined)
  return unknownWith(handle.kind === 'thing' ? handle.marks : LOCAL)
}

/** Reads from what was opened before. */
const readsHandle = gives((call) => unknownWith(call.args[0]?.kind === 'thing' ? call.args[0].marks : 0))

/** Function names in lower case: PHP ignores their case. */
export const phpFiles = (): Rules => ({
  unlink: deletes([0, 'filename']),
  rmdir: deletes([0, 'directory']),
  rename: moves([0, 'from'], [1, 'to']),
  copy: copies([0, 'from'], [1, 'to']),
  move_uploaded_file: moves(0, 1),
  file_put_contents: writes([0, 'filename'], [1, 'data']),
  file_get_contents: readsPlace,
  file: readsPlace,
  readfile: readsPlace,
  highlight_file: readsPlace,
  show_source: readsPlace,
  parse_ini_file: readsPlace,
  fopen: opens([0, 'filename'], [1, 'mode']),
  splfileobject: opens(0, 1),
  gzopen: opens(0, 1),
  fwrite: feeds(0, 1),
  fputs: feeds(0, 1),
  fputcsv: feeds(0, 1),
  fread: readsHandle,
  fgets: readsHandle,
  stream_get_contents: readsHandle,
  fclose: harmless,
  fflush: harmless,
  feof: harmless,
  flock: harmless,
  fseek: harmless,
  rewind: harmless,
  touch: touches(0),
  mkdir: touches([0, 'directory']),
  tempnam: gives(() => unknownWith(0)),
  chmod: changesMode([0, 'filename'], [1, 'permissions']),
  chown: changesOwner(0, 1, 9),
  chgrp: changesOwner(0, 9, 1),
  symlink: links([0, 'target'], [1, 'link']),
  link: links([0, 'target'], [1, 'link']),
  scandir: lists([0, 'directory']),
  opendir: lists(0),
  dir: lists(0),
  directoryiterator: lists(0, { full: true }),
  recursivedirectoryiterator: lists(0, { full: true, recursive: true }),
  recursiveiteratoriterator: same(0),
  glob: globs([0, 'pattern']),
  chdir: goesTo(0),
})
