import { LOOKS, unclassified, type ProgramCall, type Objection, type UsageTable } from '../usage.ts'

/** What only macOS has. */
export const macos = (): UsageTable => ({
  'sw_vers system_profiler vm_stat ioreg mdfind mdls': LOOKS,
  codesign: {
    needs: '-d --display -v --verify',
    refuse: '-s --sign -f --remove-signature --extract-certificates --entitlements',
  },
  compression_tool: { refuse: '-o', longDash: true },
  csrutil: { commands: { status: LOOKS } },
  defaults: { commands: { 'read read-type domains find': LOOKS } },
  diskutil: { commands: { 'list info activity listFilesystems': LOOKS, apfs: { commands: { list: LOOKS } } } },
  dscl: { check: onlyDirectoryReads },
  hdiutil: { commands: { 'info verify imageinfo plugins checksum': LOOKS } },
  launchctl: {
    commands: {
      'list print print-cache print-disabled dumpstate blame error getenv hostinfo manageruid managername managerpid':
        LOOKS,
    },
  },
  mdimport: { needs: '-t -L -X -A', refuse: '-r -i -o' },
  networksetup: { check: onlyNetworkReads },
  open: { needs: '-R', options: '' },
  pkgutil: {
    needs:
      '--pkgs --pkgs-plist --files --pkg-info --pkg-info-plist --file-info --file-info-plist --groups --groups-plist --packages',
    options: '--regexp --only-files --only-dirs',
    takes: '--volume',
  },
  plutil: { needs: '-p -lint', refuse: '-o -convert -insert -replace -remove -create', longDash: true },
  pmset: { needs: '-g', options: '' },
  profiles: { commands: { 'list show status': LOOKS } },
  scutil: { needs: '--get --dns --proxy -r -w', options: '-W', takes: '-t' },
  security: {
    commands: {
      'find-certificate find-identity show-keychain-info error list-smartcards get-identity-preference': LOOKS,
    },
  },
  say: { refuse: '-o --output-file -n --network-device', takes: '-v -r --voice --rate' },
  sips: { needs: '-g --getProperty --verify', options: '' },
  softwareupdate: { needs: '-l --list', options: '' },
  spctl: { needs: '-a --assess --status', options: '-v -vv --verbose', takes: '-t --type' },
  symbols: { refuse: '-saveSignature', longDash: true },
  textutil: { needs: '-info -stdout', refuse: '-output -outputdir', longDash: true },
  tmutil: {
    commands: {
      'destinationinfo latestbackup listbackups listlocalsnapshots machinedirectory uniquesize compare status version':
        LOOKS,
    },
  },
})

/** The first word that looks like a verb; the data source before it is a dot or a path. */
function onlyDirectoryReads({ args }: ProgramCall): Objection | undefined {
  const verb = args.find((word) => /^-?[a-z]+$/i.test(word) && !['-raw', '-plist', '-url', '-q'].includes(word))
  const isRead = /^-?(?:read|readall|readpl|list|search|diff)$/.test(verb ?? '')
  return isRead ? undefined : unclassified('`dscl` may change accounts.')
}

function onlyNetworkReads({ args }: ProgramCall): Objection | undefined {
  const isRead = /^-(?:get|list|show|is|version|printcommands)/.test(args[0] ?? '')
  return isRead ? undefined : unclassified('`networksetup` may change the network.')
}
