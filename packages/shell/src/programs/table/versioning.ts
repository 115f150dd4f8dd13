import type { RoleTable } from './table.ts'

/** Version control besides git, and programs around git. */
export const versioning = (): RoleTable => ({
  'hg chg': {
    options: '--config:setting -R:enter --repository:enter --cwd:enter --debugger -y -q -v --pager:value',
    commands: {
      extdiff: { options: '-p:shell --program:shell -o:value -r:value -c:value', operands: 'value' },
      'clone pull push incoming outgoing': {
        options: '-e:shell --ssh:shell --remotecmd:value -r:value -b:value',
        operands: 'value',
      },
      'merge resolve': { options: '-t:shell --tool:shell -r:value', operands: 'value' },
      bisect: { options: '-c:shell --command:shell -r', operands: 'value' },
      '*': 'value',
    },
  },
  svn: {
    options:
      '--config-option:setting --config-dir:value --diff-cmd:shell --diff3-cmd:shell --merge-tool:shell --editor-cmd:shell --username:value --password:value -r:value --revision:value -m:value -F:read -x:value --targets:list',
    commands: { '*': 'value' },
  },
  'jj sl': {
    options:
      '--config:setting --config-toml:setting --config-file:config -R:enter --repository:enter --at-op:value --color:value',
    commands: {
      util: { commands: { exec: 'argv', '*': 'value' } },
      fix: 'value',
      run: { options: '--jobs:value -r:value', operands: 'shell' },
      '*': 'value',
    },
  },
  fossil: {
    options: '--repository:value -R:value',
    commands: { settings: 'value shell', set: 'value shell', '*': 'value' },
  },
  'bzr brz darcs cvs p4': {
    options:
      '-d:value -e:shell -s:value --using:shell --diff-command:shell --diff-options:value -O:setting --external-merge:shell --editor:shell -z:value',
    commands: { '*': 'value' },
  },
  'lazygit gitui': {
    options: '-p:enter --path:enter -ucf:config --use-config-file:config -ucd:value -w:enter -g:value -l',
    operands: 'value',
    longDash: true,
  },
  'git-filter-repo': {
    language: 'python',
    options:
      '--message-callback:code --name-callback:code --email-callback:code --filename-callback:code --blob-callback:code --commit-callback:code --tag-callback:code --refname-callback:code --path:value --replace-text:read --source:value --target:value --force',
    operands: 'value',
    harm: 'rewrites history',
  },
  'repo gita mr myrepos vcsh': {
    options: '-c:config -d:enter -j:value',
    commands: {
      forall: { options: '-c:line -r:value -g:value -j:value -p -v -e', operands: 'value' },
      'shell super run': 'line',
      '*': 'value',
    },
  },
  'pre-commit lefthook husky': { options: '-c:config --config:config', commands: { '*': 'value' } },
  etckeeper: { options: '-d:enter', commands: { vcs: 'argv', '*': 'value' } },
  'patch-package quilt': { commands: { shell: 'argv', '*': 'value' } },
})
