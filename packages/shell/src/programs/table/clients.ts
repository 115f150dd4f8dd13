import type { RoleTable } from './table.ts'

/** Clients and servers of the network that run a program along the way. */
export const clients = (): RoleTable => ({
  smbclient: {
    language: 'commands',
    options: '-c:code --command:code -U:value --user:value -A:read -W:value -p:value -I:value -D:value -N -k',
    operands: 'value',
    stdin: 'code',
  },
  tftp: {
    language: 'commands',
    options: '-l:read -r:value -g -p -b:value -m:value -c:value -v -4 -6',
    operands: 'url value',
    stdin: 'code',
  },
  'ftp tnftp pftp telnet': {
    language: 'commands',
    options:
      '-n:value -P:value -s:value -u:value -o:write -q:value -r:value -T:value -l:value -b:value -X:value -4 -6 -a -d -e -g -i -p -v -V -A -N:config',
    operands: 'url value',
    stdin: 'code',
  },
  sftp: {
    language: 'commands',
    options:
      '-S:program -b:file -o:setting -F:config -i:value -P:value -J:value -l:value -B:value -R:value -s:value -D:shell -c:value -X:value -r -q -v -C -N -p -a -f -4 -6 -A',
    operands: 'url write',
    stdin: 'code',
  },
  lftp: {
    language: 'commands',
    options: '-c:code -e:code -f:file -u:value -p:value --rcfile:file --norc -d',
    operands: 'url',
    stdin: 'code',
  },
  mosh: {
    options:
      '--ssh:shell --client:program --server:value -p:value --port:value --predict:value --bind-server:value --local -a -n -4 -6',
    operands: 'url argv',
  },
  autossh: {
    options:
      '-M:value -f -V -b:value -D:value -L:value -R:value -i:value -l:value -o:setting -p:value -F:config -S:value -W:value',
    operands: 'url line',
  },
  'sslh stunnel stunnel4': {
    options: '-fd:value -F:config -f -d:value',
    operands: 'config',
    stdin: 'config',
    longDash: true,
  },
  openvpn: {
    options:
      '--config:config --up:shell --down:shell --up-restart --route-up:shell --route-pre-down:shell --ipchange:shell --client-connect:shell --client-disconnect:shell --learn-address:shell --auth-user-pass-verify:shell,value --tls-verify:shell --dev:value --script-security:value --plugin:load --log:write --writepid:write --cd:enter --remote:url --iproute:program',
    operands: 'config',
    harm: 'changes the network',
  },
  'pppd pon chat xl2tpd': {
    options: 'connect:value',
    operands: 'shell',
    harm: 'changes the network',
  },
  'wg-quick': { commands: { 'up down strip save': 'config' }, harm: 'changes the network' },
  'dnsmasq unbound named': {
    options:
      '-C:config --conf-file:config --conf-script:shell -c:config --dhcp-script:program --dhcp-luascript:load -x:write --pid-file:write -p:value --port:value -k -d -q',
    operands: 'value',
    harm: 'starts a server',
  },
  'nginx apachectl apache2ctl httpd apache2 lighttpd haproxy squid caddy': {
    options:
      '-c:config -f:config -g:config -p:value -C:config --config:config -d:value -D -s:value -t -T -v -V -k:value -e:write',
    operands: 'value',
    harm: 'starts a server',
  },
  nmap: {
    language: 'unread',
    options:
      '--script:file --script-args:value --script-args-file:read --datadir:value --servicedb:read -iL:list --excludefile:list -oN:write -oX:write -oG:write -oA:write -oS:write -p:value -e:value -S:value -D:value --resume:read --stylesheet:value -T?value',
    operands: 'url',
    longDash: true,
  },
  ettercap: {
    options: '-P:value -F:load -L:write -l:write -w:write -r:read -i:value -o -T -q -M:value -j:read',
    operands: 'value',
    harm: 'reads the traffic of others',
  },
  'mail mailx s-nail bsd-mailx': {
    language: 'commands',
    options:
      '-s:value -c:value -b:value -r:value -a:send -S:setting -X:code -Y:code -f:read -u:value -A:send -q:send -E -n -v -H',
    operands: 'url',
    stdin: 'code',
  },
  'mutt neomutt': {
    language: 'commands',
    options:
      '-e:code -F:file -s:value -c:value -b:value -a:send -i:send -H:send -f:read -m:value -Q:value -n -R -y -z -Z',
    operands: 'url',
  },
  'msmtp sendmail esmtp ssmtp': {
    options:
      '-C:config --file:config -t -f:value -a:value --passwordeval:shell --host:value --port:value --user:value --logfile:write -O:setting -X:write -oQ?value -be -q',
    operands: 'url',
  },
  'fetchmail getmail mpop mbsync offlineimap': {
    options:
      '-m:shell --mda:shell -f:config --fetchmailrc:config -c:config --config:config --plugin:shell --plugout:shell --preconnect:shell --postconnect:shell -r:config --rcfile:config -d:value -u:value -a -q -v',
    operands: 'value',
  },
  'procmail maildrop formail': {
    options: '-m:config -d:value -a:value -f:value -s:argv -Y -t',
    operands: 'config',
    stdin: 'data',
  },
  dig: {
    options: '-f:list -k:read -b:value -p:value -q:lookup -t:value -x:value -y:value -4 -6',
    operands: 'lookup',
    anyOption: true,
    prints: 'names',
  },
  'drill kdig delv doggo dog q nslookup host ping ping6 fping arping traceroute traceroute6 tracepath mtr whois': {
    operands: 'lookup',
    anyOption: true,
    stdin: 'data',
  },
  getent: { operands: 'value lookup', anyOption: true },
  'tinyproxy chisel ngrok cloudflared bore frpc': {
    options: '-c:config --config:config --authtoken:value',
    operands: 'value',
    harm: 'opens this machine to others',
  },
  dbclient: {
    options: '-J:shell -i:value -l:value -p:value -c:value -m:value -L:value -R:value -b:value -y -T -t -N -f',
    operands: 'url line',
  },
  sshuttle: {
    options: '-e:shell --ssh-cmd:shell -o:setting -F:config -r:value --remote:value -p:value -x:value --dns -D',
    operands: 'value write',
  },
  'pssh parallel-ssh pdsh clush dsh cssh': {
    options:
      '-h:read -H:value -l:value -p:value -t:value -o:write -e:write -O:setting -x:value -X:value -w:value -g:value -R:value -P -i -v -A',
    operands: 'line',
  },
  cu: { options: '-l:value -s:value -e -o --nostop', operands: 'value', language: 'commands', stdin: 'code' },
  'minicom picocom tio': {
    options:
      '-S:file -C:write --script:file -D:value -b:value --send-cmd:shell --receive-cmd:shell --exec:shell -x:shell -l:value',
    operands: 'value',
    language: 'commands',
  },
})
