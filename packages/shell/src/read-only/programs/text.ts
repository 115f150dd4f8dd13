import { objectionToAwk } from '../awk.ts'
import { LOOKS, unclassified, type ProgramCall, type Objection, type UsageTable } from '../usage.ts'
import { objectionToSed } from '../sed.ts'
import { readWords } from '../words.ts'

const DATE_TAKES = '-d -r -f -v --date --reference --file'

/** Programs that read texts and print. */
export const text: UsageTable = {
  'cat head tail tac rev nl wc cut tr fold fmt expand unexpand paste join comm cmp diff colordiff column look': LOOKS,
  'grep egrep fgrep strings tsort od hexdump hexyl': LOOKS,
  'zgrep zegrep zfgrep': { takes: '-e -f' },
  'echo seq yes factor numfmt expr': LOOKS,
  'md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum b2sum b3sum cksum sum crc32': LOOKS,
  'base32 basenc jq gojq cal ncal shellcheck yamllint tokei': LOOKS,
  base64: { refuse: '-o --output' },
  diff3: { refuse: '--diff-program' },
  uniq: { operands: 1, takes: '-f -s -w --skip-fields --skip-chars --check-chars' },
  sort: {
    refuse: '-o --output --compress-program',
    takes: '-k -t -S -T --key --field-separator --buffer-size --temporary-directory --parallel --batch-size',
  },
  shuf: { refuse: '-o --output', takes: '-n -i --head-count --input-range' },
  iconv: { refuse: '-o --output', takes: '-f -t --from-code --to-code' },
  xxd: { refuse: '-revert -r', operands: 1, takes: '-c -cols -g -l -len -n -name -o -s -seek', longDash: true },
  'awk gawk mawk nawk original-awk': { check: objectionToAwk },
  'sed gsed': { check: objectionToSed },
  rg: { refuse: '--pre --hostname-bin -u --unrestricted --hidden -. --no-ignore' },
  ag: { refuse: '--pager' },
  jaq: { refuse: '-i --in-place' },
  yq: { refuse: '-i --inplace --in-place -s --split-exp --security-enable-system-operator', takes: '-p -o -I' },
  xmllint: { refuse: '-o --output --shell --noent --loaddtd --dtdattr --valid --xinclude' },
  scc: { refuse: '-o --output' },
  shfmt: { refuse: '-w --write --apply-ignore' },
  'less more': { options: '-N -S -R -r -F -X -n -i -I -M -m -e -E -s -f -c -d', check: noPagerCommand },
  'bat batcat': { refuse: '--pager --generate-config-file --config-file', check: noBatCache },
  date: { refuse: '-s --set', takes: DATE_TAKES, check: noNewDate },
}

function noPagerCommand({ name, args }: ProgramCall): Objection | undefined {
  const command = args.find((word) => word.startsWith('+') && !/^\+(?:\d+|G|\/.*)$/.test(word))
  return command === undefined ? undefined : unclassified(`\`${name} ${command}\` is a command for the pager.`)
}

function noBatCache({ args }: ProgramCall): Objection | undefined {
  return args.includes('cache') ? unclassified('`bat cache` writes files.') : undefined
}

/** A word that is no format would set the clock. */
function noNewDate({ args }: ProgramCall): Objection | undefined {
  const { operands } = readWords(args, { takes: DATE_TAKES })
  const sets = !args.includes('-j') && operands.some((word) => !word.startsWith('+'))
  return sets ? unclassified('`date` with a time sets the clock.') : undefined
}
