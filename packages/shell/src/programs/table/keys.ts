import type { Roles } from '../roles.ts'
import type { RoleTable } from './table.ts'

/** `certutil` and `pk12util` of NSS. */
export const nssDatabase: Roles = {
  options:
    '-L -K -A -D -S -N -d:value -n:value -t:value -i:read -o:write -f:read -a -k:value -x -v:value -W:value -w:read -z:read -libfile:load -add:value -dbdir:value -force -list',
  operands: 'value',
  harm: 'changes stores of keys',
}

/** Programs that work with keys, passwords, certificates and encrypted files. */
export const keys = (): RoleTable => ({
  'ssh-keygen': {
    options:
      '-f:write -t:value -b:value -C:value -N:value -P:value -q -a:value -m:value -l!read -y!read -e!read -i!read -F:value -H -R:value -r:value -p -c -E:value -v -B!read -L!read -s:read -I:value -n:value -V:value -z:value -O:value -Y:value -D:load -M:value -w:load -Z:value -K -A -k -Q!read -U -g -h -u -o',
    operands: 'read',
  },
  'ssh-copy-id': {
    options: '-i:send -p:value -o:setting -F:read -n!nothing -f -s -t:value -J:value',
    operands: 'url',
  },
  'ssh-add': {
    options: '-l -L -d -D -x -X -t:value -c -k -K -q -s:load -e:load -T:read -h:value -H:read -E:value -v',
    operands: 'read',
    prints: 'facts',
  },
  'ssh-keyscan': { options: '-f:list -t:value -p:value -T:value -H -4 -6 -v -c -D -q -O:value', operands: 'url' },
  'age rage': {
    options:
      '-o:write --output:write -r:value --recipient:value -R:read --recipients-file:read -i:read --identity:read -e -d!decode -p -a -j:value --encrypt --decrypt!decode --passphrase --armor',
    operands: 'read',
    harm: 'works with secrets',
  },
  'age-keygen': { options: '-o:write --output:write -y -pq', operands: 'read' },
  sops: {
    options:
      '-d!decode --decrypt!decode -e --encrypt -i!edit --in-place!edit --output:write -r --rotate --extract:value --set:value -k:value --kms:value -p:value --pgp:value -a:value --age:value --config:read --input-type:value --output-type:value -s --show-master-keys -v --verbose --encrypted-regex:value --filename-override:value --ignore-mac',
    commands: {
      'exec-env exec-file': {
        options: '--user:value --no-fifo --background --pristine --filename:value',
        operands: 'read shell',
      },
      'decrypt encrypt': { operands: 'read' },
      'edit rotate set unset updatekeys': { options: '-y', operands: 'edit value' },
      'publish keyservice groups filestatus completion': 'value',
      '*': 'read',
    },
    harm: 'decrypts secrets',
  },
  'ansible-vault': {
    options: '--vault-password-file:read --vault-pass-file:read --vault-id:value -v --ask-vault-pass -J',
    commands: {
      view: 'read',
      'encrypt create rekey': {
        options: '--output:write --encrypt-vault-id:value --new-vault-password-file:read --new-vault-id:value',
        operands: 'write',
      },
      'decrypt edit': { options: '--output:write --encrypt-vault-id:value', operands: 'edit' },
      encrypt_string: { options: '-n:value --name:value -p --stdin-name:value', operands: 'value' },
    },
    harm: 'shows secrets',
  },
  htpasswd: {
    options: '-c -b -n!nothing -m -B -C:value -d -s -p -D -v!read -i -5 -2 -r:value',
    operands: 'edit value',
  },
  keytool: {
    options:
      '-list -printcert -genkeypair -genkey -importcert -import -exportcert -export -delete -alias:value -keystore:value -storepass:value -keypass:value -file:write -cacerts -v -rfc -keyalg:value -keysize:value -validity:value -dname:value -storetype:value -importkeystore -srckeystore:read -destkeystore:write -srcstorepass:value -deststorepass:value -noprompt -providerpath:load -providerclass:value -certreq -gencert -infile:read -outfile:write -conf:read -J::value',
    // Into the store that every program of Java trusts.
    commands: { '-importcert -import': { options: '-cacerts', operands: 'value', flags: { settings: '-cacerts' } } },
    longDash: true,
    harm: 'changes stores of keys',
  },
  jarsigner: {
    options:
      '-keystore:read -storepass:value -keypass:value -signedjar:write -verify!read -verbose -certs -sigalg:value -digestalg:value -tsa:url -providerPath:load',
    operands: 'edit value',
    longDash: true,
  },
  pk12util: nssDatabase,
  modutil: {
    options:
      '-libfile:load -add:value -delete:value -dbdir:value -force -list -create -fips:value -nocertdb -secmod:value',
    operands: 'value',
    longDash: true,
    harm: 'changes stores of keys',
  },
  certtool: {
    options:
      '-p -s -c -e -i -k --generate-privkey --generate-self-signed --certificate-info --verify-chain --load-privkey:read --load-certificate:read --load-ca-privkey:read --load-ca-certificate:read --outfile:write --infile:read --template:read --bits:value --rsa',
    operands: 'value',
    harm: 'works with keys',
  },
  'gpg gpg2': {
    options:
      '-o:write --output:write -r:value --recipient:value -u:value --local-user:value -R:value -d!decode --decrypt!decode -e --encrypt -s --sign -c --symmetric -b --detach-sign --clearsign --clear-sign -a --armor --verify --batch --yes --no-tty --passphrase:value --passphrase-file:read --passphrase-fd:value --homedir:value --keyring:read --no-default-keyring --import --export --export-secret-keys --list-keys --list-secret-keys -k -K --fingerprint --keyserver:url --recv-keys --send-keys --keyid-format:value --with-colons --dearmor --enarmor --list-packets --photo-viewer:shell --agent-program:shell --dirmngr-program:shell --keyserver-options:value --options:read --log-file:write --status-file:write --logger-file:write --attribute-file:write --import-ownertrust --export-ownertrust --trust-model:value --pinentry-mode:value --load-extension:load --delete-secret-keys --delete-keys -q -v --quiet --verbose --quick-generate-key --gen-key --full-generate-key --edit-key --store --multifile --print-md:value --print-mds --show-keys --list-sigs --check-sigs --refresh-keys --exec-path:value --list-public-keys --with-fingerprint --with-keygrip',
    operands: 'read',
    harm: 'works with keys',
  },
  gpgv: {
    options: '--keyring:read -q --output:write -o:write --status-fd:value --log-file:write --homedir:value',
    operands: 'read',
  },
  'minisign signify': {
    options: '-S -V -G -R -C -p:read -s:read -m:read -x:write -c:value -t:value -f -q -o -P:value -W -z -n -e',
    operands: 'read',
    harm: 'signs files',
  },
  cosign: {
    options:
      '--key:read --output-signature:write --output-certificate:write --output-file:write --bundle:write --certificate:read',
    commands: {
      'sign-blob verify-blob': 'read',
      'sign verify attest verify-attestation triangulate tree download copy save load clean': 'value',
    },
    harm: 'signs things',
  },
  'mkcert step cfssl': {
    options:
      '-cert-file:write -key-file:write -p12-file:write -csr:read -config:read -ca:read -ca-key:read --key:read --password-file:read --ca-config:read',
    operands: 'value',
    longDash: true,
    harm: 'makes keys',
  },
  scrypt: {
    options: '-P -f -v -M:value -m:value -t:value --passphrase:value',
    commands: { 'enc dec info': 'read write' },
    harm: 'works with secrets',
  },
  ccrypt: {
    options:
      '-e!edit -d!edit -c!read -x!edit -u!edit -K:value -k:read -E:value -f -r -R -s -S:value -T -L -q -v -b --encrypt!edit --decrypt!edit --cat!read --key:value --keyfile:read',
    operands: 'edit',
  },
  'john hashcat hydra': {
    options:
      '-w:read --wordlist:read -o:write --outfile:write --session:value -r:read --rules:value -m:value -a:value --format:value -L:read -P:read -C:read -l:value -p:value -t:value --pot:write --potfile-path:write --config:read',
    operands: 'read',
    harm: 'guesses passwords',
  },
})
