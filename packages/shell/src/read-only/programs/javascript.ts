import { LOOKS, unclassified, type ProgramCall, type Objection, type UsageTable, type Usage } from '../usage.ts'

const NONE: Usage = { operands: 0 }
const LISTS: Usage = { commands: { 'list ls': LOOKS } }

const NPM_CONFIG: Usage = { commands: { 'list ls get': LOOKS } }

/** Package managers and tools of the JavaScript world. What runs a script of the project is not here. */
export const javascript = (): UsageTable => ({
  npm: {
    refuse: '--node-options --script-shell --init-module --browser --viewer --editor --git --shell --fix --registry',
    options: '-g --global --json --long -l -s --silent --parseable -p -v',
    takes: '--prefix -C --workspace -w',
    everywhere: true,
    commands: {
      'list ls ll la view v info show search s se find outdated help help-search root prefix bin docs home': LOOKS,
      'repo bugs issues explain why doctor diff stars sbom fund query ping whoami completion find-dupes get': LOOKS,
      'run run-script rum urn version': NONE,
      audit: [NONE, { commands: { signatures: LOOKS } }],
      'config c': NPM_CONFIG,
      access: { commands: { 'list ls get': LOOKS } },
      'cache token dist-tag dist-tags owner author team org ogr hook': LISTS,
      'profile pkg': { commands: { get: LOOKS } },
    },
    bare: true,
  },
  // A word that is no command of its own is a script of the project, and which are differs between versions.
  yarn: {
    builds: true,
    refuse: '--use-yarnrc --script-shell --fix --registry',
    options: '--json --silent -s -v',
    takes: '--cwd',
    commands: {
      'list info versions why outdated explain help bin': LOOKS,
      audit: NONE,
      licenses: { commands: { 'list ls generate-disclaimer': LOOKS } },
      'config cache global': { commands: { 'list ls get dir bin': LOOKS } },
      'owner tag team': LISTS,
      workspaces: { commands: { 'info list': LOOKS } },
      npm: { commands: { 'audit info whoami': LOOKS } },
    },
  },
  pnpm: {
    builds: true,
    refuse: '--fix --registry --script-shell --config.script-shell --global-pnpmfile --pnpmfile',
    options: '-r --recursive -g --global --json --silent -s -w -v',
    takes: '-C --dir --filter -F',
    everywhere: true,
    bare: true,
    commands: {
      'list ls la ll why outdated root bin doctor view info show search help': LOOKS,
      audit: NONE,
      'licenses env': LISTS,
      config: NPM_CONFIG,
      store: { commands: { 'path status': LOOKS } },
    },
  },
  bun: {
    builds: true,
    options: '-v --revision',
    bare: true,
    commands: {
      'outdated why info audit': LOOKS,
      pm: { commands: { 'ls bin hash hash-string': LOOKS, cache: NONE } },
    },
  },
  'node nodejs': [
    { needs: '-v -h', options: '', operands: 0 },
    { needs: '-c --check', options: '', operands: 1 },
  ],
  deno: {
    options: '-V -q --quiet',
    commands: {
      types: LOOKS,
      'info doc': { builds: true },
      fmt: { needs: '--check', refuse: '--config -c' },
    },
  },
  'npx bunx corepack': { needs: '-v', options: '', operands: 0 },
  tsc: {
    needs: '--noEmit --showConfig --listFilesOnly -v',
    options: '--strict --skipLibCheck --pretty --listFiles --allowJs --checkJs --diagnostics --extendedDiagnostics',
    takes: '-p --project --target --module --lib --jsx --moduleResolution',
    check: noFalse,
  },
  'nvm fnm volta': { commands: { 'ls list current which version ls-remote list-remote': LOOKS } },
})

/** `tsc --noEmit false` writes after all. */
function noFalse({ args }: ProgramCall): Objection | undefined {
  return args.some((word) => /^false$/i.test(word)) ? unclassified('`tsc` with `false` may write files.') : undefined
}
