import type { RoleTable } from './table.ts'

const SETS = { operands: 'value', does: 'settings' } as const

/** What only macOS has to change its guards, accounts, backups and settings. */
export const macos = (): RoleTable => ({
  fdesetup: {
    commands: {
      'disable enable remove removeuser removerecovery changerecovery add authrestart': SETS,
      '*': 'value',
    },
  },
  spctl: {
    options:
      '--master-disable --global-disable --disable --enable --add --remove --reset-default --master-enable --global-enable --status --assess -a -v -vv --verbose -t:value --type:value --label:value --context:value --rule:value --path:value --hash:value --anchor:value',
    operands: 'value',
    flags: { settings: '--master-disable --global-disable --disable --enable --add --remove --reset-default' },
  },
  nvram: {
    options: '-p -x -d:act -f:act -c',
    operands: 'assign',
    acts: 'kernel',
    flags: { kernel: '-c' },
  },
  'kextload kextunload kextutil': {
    options: '-n!nothing -b:act -m:act -c:act -d:value -r:value -q -v?value -t -s:write',
    operands: 'act',
    acts: 'kernel',
    longDash: true,
  },
  kmutil: {
    commands: {
      'load unload install create configure-boot trigger-panic-medic clear-staging': {
        operands: 'value',
        does: 'kernel',
      },
      '*': 'value',
    },
  },
  tmutil: {
    commands: {
      'delete deletelocalsnapshots deleteinprogress disable disablelocal setdestination removedestination inheritbackup associatedisk restore':
        SETS,
      'addexclusion removeexclusion': { options: '-p -v', operands: 'value', flags: { settings: '-p -v' } },
      '*': 'value',
    },
  },
  dscl: {
    options:
      '-create*:act -append*:act -merge*:act -delete*:act -change*:act -passwd*:act create:act append:act merge:act delete:act change:act passwd:act -u:value -P:value -f:value -p -q -raw -plist -url',
    operands: 'value',
    acts: 'account',
    longDash: true,
  },
  dseditgroup: {
    options:
      '-n:value -u:value -P:value -m:value -t:value -p -q -v -f:value -a:value -d:value -i:value -g:value -r:value',
    commands: {
      '-o': { commands: { 'read checkmember': 'value', '*': { operands: 'value', does: 'account' } } },
      '*': 'value',
    },
  },
  sysadminctl: {
    options:
      '-addUser:act -deleteUser:act -resetPasswordFor:act -newPassword:act -secureTokenOn:act -secureTokenOff:act -guestAccount:act -autologin:act -screenLock:act -smbGuestAccess:act -afpGuestAccess:act -secureTokenStatus:value -password:value -adminUser:value -adminPassword:value',
    operands: 'value',
    acts: 'account',
    longDash: true,
  },
  profiles: {
    commands: { 'install remove renew -I -R -D -i -r': SETS, '*': 'value' },
  },
  security: {
    commands: {
      'add-trusted-cert remove-trusted-cert trust-settings-import delete-keychain delete-certificate delete-identity set-keychain-settings':
        SETS,
      authorizationdb: { commands: { 'write remove merge': SETS, '*': 'value' } },
      'verify-cert find-certificate find-identity list-keychains show-keychain-info error cms help': 'value',
    },
  },
  tccutil: { commands: { reset: SETS, '*': 'value' } },
  pmset: { options: '-g!nothing -a:act -b:act -c:act -u:act', operands: 'value', acts: 'settings' },
  automator: { language: 'unread', options: '-i:read -D:value -v', operands: 'file' },
  sfltool: { commands: { 'resetbtm resetlist': SETS, '*': 'value' } },
  scutil: {
    options: '--set:act --nc:value --get:value --dns --proxy --nwi -r:value -w:value -t:value',
    operands: 'value',
    acts: 'settings',
  },
  networksetup: {
    options:
      '-set*:act -add*:act -create*:act -remove*:act -delete*:act -rename*:act -switch*:act -order*:act -duplicate*:act',
    operands: 'value',
    acts: 'settings',
    longDash: true,
    anyOption: true,
  },
  systemsetup: {
    options: '-set*:act -f',
    operands: 'value',
    acts: 'settings',
    longDash: true,
    anyOption: true,
  },
})
