import type { RoleTable } from './table.ts'

const CONTROLS = 'controls services'

/** Programs that decide what runs at boot, at login or on a schedule, and that start and stop services. */
export const services = (): RoleTable => ({
  systemctl: {
    options:
      '-t:value --type:value -p:value --property:value -n:value --lines:value -o:value --output:value -H:value --host:value -M:value --machine:value -s:value --signal:value --state:value --root:make --job-mode:value --kill-whom:value --what:value --user --system --global --now --runtime --force --no-pager --no-block --all --full --plain --no-legend --quiet --dry-run!nothing --help!nothing -f -q -l -a',
    commands: {
      'poweroff reboot halt kexec suspend hibernate hybrid-sleep emergency rescue isolate soft-reboot': {
        operands: 'value',
        does: 'halt',
      },
      'enable reenable link edit preset preset-all set-default add-wants add-requires set-environment': {
        operands: 'value',
        does: 'schedule',
      },
      'stop disable mask kill restart start reload try-restart reload-or-restart unmask revert set-property clean': {
        operands: 'value',
        does: 'service',
      },
      '*': 'value',
    },
    harm: CONTROLS,
  },
  'service rc-service invoke-rc.d initctl sv': { operands: 'value', does: 'service', harm: CONTROLS },
  launchctl: {
    commands: {
      'load bootstrap submit enable setenv config': { operands: 'value', does: 'schedule' },
      'bootout unload remove kill disable stop': { operands: 'value', does: 'service' },
      reboot: { operands: 'value', does: 'halt' },
      '*': 'value',
    },
    harm: CONTROLS,
  },
  loginctl: {
    commands: {
      'enable-linger terminate-user terminate-session terminate-seat kill-user kill-session': {
        operands: 'value',
        does: 'schedule',
      },
      '*': 'value',
    },
  },
  'update-rc.d': { options: '-n!nothing -f', operands: 'value act', acts: 'schedule' },
  chkconfig: {
    options: '--list!nothing --add:act --del:act --level:value --override:act',
    operands: 'value act',
    acts: 'schedule',
  },
  'rc-update': { commands: { 'add del delete': { operands: 'act', acts: 'schedule' }, '*': 'value' } },
  insserv: { options: '-n!nothing --dryrun!nothing -s!nothing --showall!nothing', operands: 'act', acts: 'schedule' },
  // Whoever owns the server decides what they run here.
  'gitlab-runner act_runner forgejo-runner buildkite-agent circleci-runner drone-runner-exec teleport': {
    commands: {
      'register install start run run-single restart daemon machine': {
        operands: 'value',
        does: 'schedule',
      },
      '*': 'value',
    },
    harm: CONTROLS,
  },
  'woodpecker-agent': {
    options: '-h!nothing -v!nothing --help!nothing --version!nothing',
    does: 'schedule',
    harm: CONTROLS,
  },
  // Others can log in.
  'sshd dropbear tinysshd telnetd in.telnetd vsftpd xrdp x11vnc tigervncserver vncserver': {
    options:
      '-t!nothing -T!nothing -V!nothing --version!nothing --help!nothing -h!nothing -list!nothing -kill!nothing -p:value -f:read -o:value -E:write',
    operands: 'value',
    does: 'settings',
    harm: CONTROLS,
  },
  tailscale: {
    commands: { 'up login set serve funnel switch': { operands: 'value', does: 'settings' }, '*': 'value' },
    harm: CONTROLS,
  },
  'zerotier-cli netbird twingate': {
    commands: { 'join up login setup start connect': { operands: 'value', does: 'settings' }, '*': 'value' },
    harm: CONTROLS,
  },
  nebula: {
    options: '-config:read -test!nothing -version!nothing -help!nothing',
    longDash: true,
    does: 'settings',
    harm: CONTROLS,
  },
  'wireguard-go': { options: '-f --foreground', operands: 'act', acts: 'settings', harm: CONTROLS },
  atrm: { operands: 'act', acts: 'schedule' },
})
