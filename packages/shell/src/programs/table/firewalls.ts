import type { RoleTable } from './table.ts'

const RULES =
  '-A --append -D --delete -I --insert -R --replace -P --policy -F --flush -X --delete-chain -N --new-chain -Z --zero -E --rename-chain'

const CHANGES_LINK = { operands: 'value', does: 'settings' } as const

/** Programs that change the firewall, addresses, routes and name servers. */
export const firewalls = (): RoleTable => ({
  'iptables ip6tables iptables-nft iptables-legacy ebtables arptables': {
    options: `${RULES} -L -S -C --list --list-rules --check -t:value --table:value -p:value -s:value -d:value -j:value -i:value -o:value -m:value --dport:value --sport:value --line-numbers -n -v -x -w -4 -6`,
    operands: 'value',
    flags: { firewall: RULES },
  },
  'iptables-restore ip6tables-restore': {
    options: '-t!nothing --test!nothing -c -n -v --noflush -w?value -T:value',
    operands: 'read',
    does: 'firewall',
  },
  nft: {
    options: '-c!nothing --check!nothing -f:read --file:read -i -a -n -s -j -e -I:value',
    commands: {
      'add delete flush insert replace create destroy rename reset import': { operands: 'value', does: 'firewall' },
      '*': 'value',
    },
    flags: { firewall: '-f --file' },
  },
  ufw: {
    options: '--dry-run!nothing --force',
    commands: { 'status show app version help': 'value', '*': { operands: 'value', does: 'firewall' } },
  },
  'firewall-cmd': {
    options:
      '--add-*:act --remove-*:act --set-*:act --new-*:act --delete-*:act --change-*:act --load-*:act --panic-on --panic-off --runtime-to-permanent --reset-to-defaults --direct',
    operands: 'value',
    acts: 'firewall',
    flags: { firewall: '--panic-on --panic-off --runtime-to-permanent --reset-to-defaults' },
    anyOption: true,
  },
  pfctl: {
    options:
      '-d -e -E -X:value -f:read -F:value -k:value -K:value -z -n!nothing -s:value -v -q -a:value -t:value -T:value -x:value -o:value -i:value -D:value -p:value -g -m -r -N -R -A -O',
    operands: 'value',
    flags: { firewall: '-d -e -E -X -f -F -k -K -z' },
  },
  socketfilterfw: {
    options: '--set*:act --add*:act --remove*:act --block*:act --unblock*:act',
    operands: 'value',
    acts: 'firewall',
    anyOption: true,
  },
  ip: {
    options: '-n:value -netns:value -b:config -batch:config -f:value -rc:value -4 -6 -j -br -s -d -o -c',
    longDash: true,
    commands: {
      'netns net-ns netn': { commands: { 'exec ex': 'value argv', '*': 'value' } },
      vrf: { commands: { exec: 'value argv', '*': 'value' } },
      'link l address addr a route r ro rule ru neighbour neigh n tunnel tuntap maddress xfrm': {
        commands: { 'set add del delete flush change replace append': CHANGES_LINK, '*': 'value' },
      },
      '*': 'value',
    },
    anyOption: true,
  },
  ifconfig: {
    options: '-a -s -v -l -d -u -m -L',
    operands: 'value act',
    acts: 'settings',
    longDash: true,
    stdin: 'none',
  },
  route: {
    options: '-n -v -e -q -t -4 -6 -F -C -A:value',
    commands: { 'add del delete flush change': CHANGES_LINK, '*': 'value' },
    stdin: 'none',
  },
  nmcli: {
    options:
      '-t -p -a -s -f:value -m:value -g:value -c:value -w:value -e:value --terse --pretty --ask --show-secrets --fields:value --mode:value --get-values:value --colors:value --wait:value',
    commands: {
      'connection con conn c': {
        commands: { 'delete del add modify mod edit import clone': CHANGES_LINK, '*': 'value' },
      },
      'device dev d': { commands: { 'delete disconnect modify set': CHANGES_LINK, '*': 'value' } },
      'networking net n': { commands: { 'on off': CHANGES_LINK, '*': 'value' } },
      '*': 'value',
    },
  },
  'systemd-resolve': {
    options:
      '--set-dns:act --set-domain:act --set-dnssec:act --revert -i:value --interface:value --status --statistics',
    operands: 'value',
    acts: 'settings',
    anyOption: true,
  },
  resolvectl: {
    commands: {
      'query service openpgp tlsa': { operands: 'lookup', anyOption: true },
      'dns domain default-route llmnr mdns dnssec dnsovertls nta': { operands: 'value act', acts: 'settings' },
      revert: CHANGES_LINK,
      '*': 'value',
    },
  },
})
