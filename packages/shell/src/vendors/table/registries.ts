import type { Vendor, VendorTable } from '../vendor.ts'

const NPM: Vendor = {
  stack: 'node',
  everyday: true,
  takes:
    '--registry --prefix -C --dir --cwd -w --workspace --filter -F --tag --access --otp --userconfig --loglevel --scope --publish-branch',
  flags: '-r --recursive -s --silent -q --quiet --verbose --no-color --yes -y --offline',
  destroys:
    'unpublish, deprecate, undeprecate, owner|author rm|remove, access revoke|remove|set, dist-tag|dist-tags|tag rm|remove, team rm|destroy, org rm, token revoke|delete, npm unpublish|deprecate, npm owner|tag remove',
  releases:
    'publish, owner add, access grant|public|restricted, dist-tag|dist-tags|tag add, npm publish, npm tag add, stage publish',
}

/** Registries of packages: what is published there is used by others, and mostly cannot be taken back. */
export const registries = (): VendorTable => ({
  'npm pnpm yarn yarnpkg bun cnpm': NPM,
  'lerna lerna-lite nx': {
    stack: 'node',
    everyday: true,
    releases: 'publish, release publish, release !--skip-publish',
  },
  'semantic-release release-it np auto': { stack: 'node', rehearses: '-d --no-npm', releases: '**' },
  changeset: { stack: 'node', releases: 'publish' },
  'vsce ovsx': {
    stack: 'node',
    takes: '-p --pat',
    destroys: 'unpublish, delete-publisher',
    releases: 'publish',
  },
  jsr: { stack: 'node', releases: 'publish' },
  deno: { stack: 'node', everyday: true, releases: 'publish, deploy' },
  deployctl: { stack: 'hosting', takes: '--project --token', destroys: '** delete', releases: 'deploy' },
  twine: { stack: 'python', takes: '-r --repository --repository-url -u -p -c -i', releases: 'upload, register' },
  'poetry pdm rye': { stack: 'python', everyday: true, takes: '-C --directory -p --project -P', releases: 'publish' },
  'uv hatch flit': { stack: 'python', everyday: true, takes: '-e --env -p --project --directory', releases: 'publish' },
  maturin: { stack: 'python', everyday: true, releases: 'publish, upload' },
  'setup.py': {
    stack: 'python',
    releases: 'upload, register, ** upload, sdist|bdist_wheel|bdist upload, sdist * upload',
  },
  cargo: {
    stack: 'packages',
    everyday: true,
    takes:
      '-C --config -Z --manifest-path --version --vers --index --token --registry -p --package --color --target-dir',
    flags: '-q --quiet -v --verbose --locked --offline --frozen',
    destroys: 'yank !--undo, owner -r|--remove',
    releases: 'publish, owner -a|--add, release, workspaces publish',
  },
  bundle: { stack: 'packages', everyday: true, releases: 'exec rake release, exec gem push' },
  'lein clj boot': { stack: 'packages', everyday: true, releases: 'deploy, release, ** deploy' },
  'opam dub nimble shards hackage-cli': { stack: 'packages', everyday: true, releases: 'publish, upload' },
  gem: {
    stack: 'packages',
    everyday: true,
    takes: '-v --version -k --key --host -p --platform --otp',
    destroys: 'yank, owner -r|--remove',
    releases: 'push, owner -a|--add',
  },
  'mvn mvnw': {
    stack: 'packages',
    everyday: true,
    takes: '-f --file -s --settings -pl --projects -P --activate-profiles -T --threads',
    longDash: true,
    releases:
      '** deploy|deploy:deploy|deploy:deploy-file|release:perform|release:rollback|nexus-staging:release|*:publish, ** * deploy|release:perform',
  },
  'gradle gradlew': {
    stack: 'packages',
    everyday: true,
    takes: '-p --project-dir -b --build-file -P -D -I --init-script',
    rehearses: '-m',
    releases:
      '** publish|*:publish|publishPlugins|publishAllPublicationsTo*|closeAndReleaseRepository|uploadArchives|publishTo*, * publish',
  },
  sbt: { stack: 'packages', everyday: true, releases: 'publish|publishSigned|sonatypeRelease|ci-release|release' },
  nuget: {
    stack: 'packages',
    takes: '-Source -ApiKey -ConfigFile',
    longDash: true,
    destroys: 'delete',
    releases: 'push',
  },
  dotnet: {
    stack: 'packages',
    everyday: true,
    takes: '-s --source -k --api-key -p --project -c --context --configuration',
    destroys: 'nuget delete, ef database drop',
    releases: 'nuget push, ef database update',
  },
  'dart flutter pub': {
    stack: 'packages',
    everyday: true,
    takes: '-C --directory',
    releases: 'pub publish|lish, publish, pub uploader',
  },
  mix: {
    stack: 'packages',
    everyday: true,
    destroys: 'hex.publish --revert, hex.retire, hex.owner remove|transfer, ecto.drop, ecto.reset',
    releases: 'hex.publish, hex.owner add, ecto.rollback, ecto.migrate',
  },
  rebar3: { stack: 'packages', everyday: true, destroys: 'hex retire', releases: 'hex publish' },
  pod: {
    stack: 'packages',
    everyday: true,
    destroys: 'trunk delete|deprecate|remove-owner',
    releases: 'trunk push|add-owner, repo push',
  },
  luarocks: { stack: 'packages', everyday: true, releases: 'upload' },
  'cabal stack': { stack: 'packages', everyday: true, releases: 'upload --publish, upload' },
  conan: { stack: 'packages', everyday: true, destroys: 'remove -r|--remote', releases: 'upload' },
  goreleaser: { stack: 'packages', rehearses: '--snapshot', releases: 'release, publish' },
  snapcraft: { stack: 'packages', everyday: true, destroys: 'close', releases: 'upload, release, push' },
})
