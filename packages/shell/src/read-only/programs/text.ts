import { objectionToAwk } from '../awk.ts'
import { LOOKS, type UsageTable } from '../usage.ts'
import { objectionToSed } from '../sed.ts'

/** Programs that read texts and print. */
export const text = (): UsageTable => ({
  'cat tr': LOOKS,
  'grep egrep fgrep': LOOKS,
  'zgrep zegrep zfgrep': { takes: '-e -f' },
  'echo seq yes factor numfmt expr': LOOKS,
  'base32 basenc cal ncal shellcheck tokei': LOOKS,
  base64: { refuse: '-o --output' },
  uniq: { operands: 1, takes: '-f -s -w --skip-fields --skip-chars --check-chars' },
  xxd: { refuse: '-revert -r', operands: 1, takes: '-c -cols -g -l -len -n -name -o -s -seek', longDash: true },
  'awk gawk mawk nawk original-awk': { check: objectionToAwk },
  'sed gsed': { check: objectionToSed },
  rg: { refuse: '--pre --hostname-bin -u --unrestricted --hidden -. --no-ignore' },
  ag: { refuse: '--pager' },
  scc: { refuse: '-o --output' },
  shfmt: { refuse: '-w --write --apply-ignore' },
})
