import type { RoleTable } from './table.ts'

const VAULT = {
  options: '--env-file:read -f:read -p:value -c:value --project:value --config:value --env:value --path:value',
}

/** They start a program with variables from a file, a vault or a manager of versions. */
export const environments = (): RoleTable => ({
  'cross-env cross-env-shell': { operands: 'line' },
  'env-cmd': { options: '-f:read --file:read -e:value -r:read', operands: 'argv' },
  'dotenv dotenv-cli': { options: '-f:read -e:read -v:value -c?value -p:value --file:read', operands: 'argv' },
  dotenvx: { commands: { run: { options: '-f:read -e:value --env:value --env-file:read', operands: 'argv' } } },
  envdir: { operands: 'read argv' },
  's6-envdir': { operands: 'read argv' },
  'setuidgid envuidgid s6-setuidgid': { operands: 'value argv' },
  's6-applyuidgid': { options: '-u:value -g:value -G:value -U -z', operands: 'argv' },
  chpst: {
    options:
      '-u:value -U:value -b:value -e:read -/:value -C:enter -n:value -l:write -L:write -m:value -d:value -o:value -p:value -f:value -c:value -r:value -t:value -v -P -0 -1 -2',
    operands: 'argv',
  },
  envchain: { operands: 'value argv' },
  'aws-vault': {
    options: '--backend:value --prompt:value --keychain:value',
    commands: {
      exec: { options: '-d:value --duration:value --region:value -t:value -n -j -s', operands: 'value argv' },
      'list ls': { operands: '' },
    },
  },
  chamber: { options: '-b:value --backend:value', commands: { exec: 'value argv', 'list history': 'value' } },
  summon: { options: '-f:read -p:program -e:value -D:value --yaml:value --provider:program', operands: 'argv' },
  'infisical doppler op teller': {
    ...VAULT,
    commands: {
      run: { options: '--command:shell --name:value --fallback:value --mount:write', operands: 'argv' },
      '*': 'value',
    },
  },
  direnv: {
    commands: {
      exec: { operands: 'enter argv' },
      'allow deny grant permit edit revoke': 'value',
      'status version hook export stdlib': 'value',
    },
  },
  'shadowenv mise asdf rbenv pyenv nodenv goenv jenv plenv phpenv volta proto': {
    commands: {
      'exec x': { options: '--dir:enter -C:enter --cd:enter -c:shell --command:shell -j:value', operands: 'argv' },
      run: 'argv',
      '*': 'value',
    },
  },
  fnm: { commands: { exec: { options: '--using:value', operands: 'argv' }, '*': 'value' } },
  nvm: { commands: { exec: 'value argv', run: 'value argv', '*': 'value' } },
  'poetry pipenv pdm hatch rye pixi': {
    options: '-C:enter --directory:enter -P:enter --project:enter -p:enter -e:value --env:value -v -q -n',
    commands: { run: 'argv', '*': 'value' },
  },
  uv: {
    commands: {
      run: {
        options:
          '--with:value --python:value -p:value --project:value --directory:enter --env-file:read --extra:value --group:value --package:value --with-requirements:read --with-editable:value --index-url:url -m:value --module:value',
        operands: 'argv',
      },
      tool: {
        commands: {
          run: { options: '--from:value --with:value --python:value -p:value', operands: 'argv' },
          '*': 'value',
        },
      },
      '*': 'value',
    },
  },
  bundle: {
    commands: {
      'exec e': { options: '--gemfile:read', operands: 'argv' },
      config: {
        options: '--global --local mirror*:act ssl_*:act',
        commands: {
          set: {
            options: '--global --local mirror*:act ssl_verify_mode:act ssl_ca_cert:act',
            operands: 'value',
            acts: 'settings',
          },
          '*': 'value',
        },
      },
      '*': 'value',
    },
  },
  'npx bunx pnpx': {
    options: '-p:value --package:value -c:shell --call:shell -w:value --workspace:value -y --yes -q --quiet --no --bun',
    operands: 'argv',
  },
  uvx: { options: '--from:value --with:value --python:value -p:value --index-url:url', operands: 'argv' },
  'nix-shell': {
    options:
      '--run:shell --command:shell -p:value -I:value -A:value --packages:value -E:value --arg:value,value --argstr:value,value --pure -i:value --keep:value',
    operands: 'value',
  },
  nix: {
    options: '--option:value,value --extra-experimental-features:value -I:value -f:read --file:read',
    commands: {
      'shell develop env': { options: '-c:argv --command:argv --phase:value --run:shell', operands: 'value' },
      run: 'value argv',
      '*': 'value',
    },
  },
  guix: {
    commands: {
      'shell environment': { options: '-m:read -f:read -D -C -N --ad-hoc', operands: 'value argv' },
      '*': 'value',
    },
  },
})
