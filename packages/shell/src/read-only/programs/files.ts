import { isKnown, shown } from '../../effects.ts'
import { LOOKS, unclassified, type ProgramCall, type Objection, type UsageTable, type Usage } from '../usage.ts'
import { readWords } from '../words.ts'

/** To standard output, or nothing but a look; without a file they only pass on what they read. */
const compressor = (refuse: string): readonly Usage[] => [
  { needs: '-c --stdout --to-stdout -l --list -t --test', refuse, takes: '-S --suffix -T --threads' },
  { operands: 0, refuse, takes: '-T --threads' },
]

const zipLister: Usage = { commands: { 'l t h b i': LOOKS }, bare: true }

/** Programs that read files and directories. */
export const files = (): UsageTable => ({
  'ls dir vdir eza exa lsd stat basename dirname readlink realpath du df zipinfo': LOOKS,
  'locate mlocate plocate mdfind mdls whereis getfacl getfattr lsattr findmnt lsblk namei pathchk': LOOKS,
  tree: { refuse: '-o -R', takes: '-L -P -I --filelimit --charset --sort' },
  'fd fdfind': { check: looksAtFound },
  find: {
    harm: {
      '-delete': 'deletes what it finds',
    },
    // What `-exec` runs is judged separately.
    refuse: '-ok -okdir -fprint -fprint0 -fprintf -fls',
    longDash: true,
  },
  fzf: { check: quietFzf },
  'tar bsdtar gtar': { check: onlyTarList },
  unzip: { check: onlyZipList },
  '7z 7za 7zr 7zz': zipLister,
  'gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma': compressor('-r --recursive --files --files0'),
  'zstd unzstd': compressor('-o --rm -r -D --output-dir-flat --output-dir-mirror --train --patch-from'),
  ar: { commands: { 't tv p': LOOKS }, refuse: '--plugin' },
  'c++filt': LOOKS,
  mktemp: { needs: '-u --dry-run', takes: '-p --tmpdir --suffix' },
  xattr: { needs: '-l -p', refuse: '-d -w -c' },
})

/** The command after `-x` runs on every file; the rest only selects files. */
function looksAtFound({ name, args, judge }: ProgramCall): Objection | undefined {
  const { options, unclear } = readWords(args, { takes: FD_TAKES })
  if (unclear[0] !== undefined) return unclassified(`\`${shown(unclear[0])}\` might become an option of \`${name}\`.`)
  if (!options.some((option) => /^(?:-[xX]|--exec.*)$/.test(option.name))) return undefined
  const starts = args.flatMap((word, at) => (/^(?:-[xX]|--exec|--exec-batch)$/.test(word) ? [at] : []))
  const [at = -1] = starts
  return starts.length !== 1 || args.includes(';')
    ? unclassified(`\`${name}\` runs a command on every file it finds.`)
    : judge(args.slice(at + 1))
}

const FD_TAKES = '-d -t -e -E -S -o -c -j -C'

/** Bindings and previews may start programs: `--bind 'enter:execute(rm {})'`. */
function quietFzf({ args, judge }: ProgramCall): Objection | undefined {
  for (const [at, word] of args.entries()) {
    const preview = word === '--preview' ? args[at + 1] : /^--preview=(.*)$/s.exec(word)?.[1]
    const isPlain = preview !== undefined && /^[\w\s./{}-]+$/.test(preview)
    const finding = isPlain ? judge(preview.trim().split(/\s+/)) : undefined
    if (finding !== undefined) return finding
    const starts = /\b(?:execute|execute-silent|become|reload|transform|preview)\b[-\w]*[:([{]/.test(word)
    if (
      starts ||
      (preview !== undefined && !isPlain) ||
      /^--(?:listen-unsafe|with-shell|history)\b/.test(word) ||
      !isKnown(word)
    ) {
      return unclassified('This `fzf` may start other programs or write files.')
    }
  }
  return undefined
}

const TAR_TAKES = '-f -C -T -X -b --file --directory --exclude --exclude-from --files-from'
const TAR_FINE =
  /^(?:-[tvzjJaZfCTXbdO]|--(?:list|verbose|gzip|bzip2|xz|zstd|file|directory|exclude|exclude-from|wildcards|auto-compress|full-time|strip-components|totals|numeric-owner|force-local|show-transformed-names|no-anchored))$/

/** `t` and nothing that extracts, runs a program or asks another machine. */
function onlyTarList({ args }: ProgramCall): Objection | undefined {
  // The first word may leave its dash out.
  const [first = '', ...rest] = args
  const words = /^[A-Za-z]+$/.test(first) ? oldStyle(first, rest) : args
  const { options, unclear } = readWords(words, { takes: TAR_TAKES })
  const remote = options.some(({ name, value = '' }) => /^(?:-f|--file)$/.test(name) && /^[^/]*:/.test(value))
  const lists = options.some(({ name }) => name === '-t' || name === '--list')
  if (lists && !remote && unclear.length === 0 && options.every(({ name }) => TAR_FINE.test(name))) return undefined
  return unclassified('`tar` does more than list an archive.')
}

/** `tvfC archive dir` is `-t -v -f archive -C dir`. */
function oldStyle(letters: string, rest: readonly string[]): readonly string[] {
  const values = [...rest]
  const options = letters
    .split('')
    .flatMap((letter) =>
      TAR_TAKES.split(' ').includes(`-${letter}`) ? [`-${letter}`, values.shift() ?? ''] : [`-${letter}`],
    )
  return [...options, ...values]
}

function onlyZipList({ args }: ProgramCall): Objection | undefined {
  const letters = args.filter((word) => /^-[A-Za-z0-9]+$/.test(word)).join('')
  const isList = args.every(isKnown) && /[lvtZz]/.test(letters) && /^[-lvtZzqshm12TCM]*$/.test(letters)
  return isList ? undefined : unclassified('`unzip` does more than list an archive.')
}
