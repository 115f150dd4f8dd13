import type { RoleTable } from './table.ts'

/** Programs that change accounts, groups, passwords, rights of programs and what is trusted. */
export const accounts = (): RoleTable => ({
  'useradd adduser userdel deluser usermod groupadd groupdel groupmod addgroup delgroup newusers vipw vigr': {
    options: '-h!nothing --version!nothing',
    operands: 'value',
    does: 'account',
    harm: 'changes accounts',
  },
  passwd: { options: '-S!nothing --status!nothing -h!nothing', operands: 'value', does: 'account' },
  chage: { options: '-l!nothing --list!nothing -h!nothing', operands: 'value', does: 'account' },
  chsh: { options: '-l!nothing --list-shells!nothing -s:value --shell:value', operands: 'value', does: 'account' },
  gpasswd: { options: '-h!nothing -a:value -d:value -A:value -M:value', operands: 'value', does: 'account' },
  visudo: {
    options: '-c!nothing --check!nothing -f:edit --file:edit -q -s -x:write --help!nothing',
    operands: 'value',
    does: 'account',
  },
  'pam-auth-update': { options: '--package --enable:value --disable:value', operands: 'value', does: 'account' },
  authconfig: { options: '--test!nothing --probe!nothing', operands: 'value', does: 'account' },
  authselect: {
    commands: {
      'select enable-feature disable-feature apply-changes opt-out backup-restore backup-remove create-profile': {
        operands: 'value',
        does: 'account',
      },
      '*': 'value',
    },
  },
  setcap: { options: '-v!nothing -q -n:value', operands: 'act', acts: 'account' },
  'update-ca-certificates update-ca-trust': { operands: 'value', does: 'settings' },
  trust: { commands: { anchor: { options: '--store --remove', operands: 'act', acts: 'settings' }, '*': 'value' } },
  'apt-key': {
    commands: { 'add adv del delete update net-update': { operands: 'value', does: 'settings' }, '*': 'value' },
  },
  'add-apt-repository apt-add-repository': {
    options: '-L!nothing --list!nothing -y -n -r --yes --no-update --remove -P:value -U:value',
    operands: 'act',
    acts: 'settings',
  },
})
