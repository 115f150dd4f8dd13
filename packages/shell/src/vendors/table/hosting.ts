import type { VendorTable } from '../vendor.ts'

/** Where applications run for their users. */
export const hosting = (): VendorTable => ({
  'vercel vc now': {
    stack: 'hosting',
    takes:
      '-t --token -S --scope -T --team -A --local-config -Q --global-config --cwd -e --env -b --build-env -m --meta',
    flags: '-d --debug -y --yes --no-color --no-clipboard -f --force',
    reads: 'list|ls, inspect, whoami, project ls, domains ls, dns ls, teams ls, certs ls',
    destroys:
      'remove|rm, project|projects rm|remove, env rm|remove, domains|dns|certs|alias|secrets|teams|blob rm|remove|del, domains move, rollback, blob store remove, integration remove, cache purge|invalidate',
    releases: '--prod|--production, deploy --prod|--target=production, promote, redeploy, alias set, env add, dns add',
  },
  'netlify ntl': {
    stack: 'hosting',
    takes: '--auth --site -s --filter --context --dir -d --message -m',
    reads: 'status, sites:list, env:list --json, api --list',
    destroys: 'sites:delete, env:unset, unlink, addons:delete, blobs:delete, api delete*',
    releases: 'deploy --prod|-p|--prod-if-unlocked, env:set, env:import, api update*',
  },
  'fly flyctl': {
    stack: 'hosting',
    takes: '-a --app -t --access-token -c --config -o --org -r --region',
    flags: '--verbose --debug -j --json',
    reads:
      'status, apps list, machine|machines list|status, volumes|vol list, releases, regions list, ips list, scale show, version',
    destroys:
      'destroy, apps destroy, ** destroy|delete|remove|revoke|detach|release, machine|machines|m kill|destroy, scale count 0, secrets|certs|ips|wireguard|tokens|redis|postgres|pg|mpg|storage|extensions unset|remove|release|destroy, apps suspend, suspend',
    releases:
      'deploy, launch, scale count|vm|memory, secrets set|import|deploy, machine|machines|m stop|restart|update, apps restart, image update, pg failover',
  },
  heroku: {
    stack: 'hosting',
    takes: '-a --app -r --remote -s --space -t --team --confirm -c',
    reads:
      'apps, apps:info, info, ps, releases, addons, domains, status, pg:info, pg:ps, buildpacks, regions, auth:whoami',
    destroys:
      'apps:destroy|destroy|apps:delete, addons:destroy, addons:detach, pg:reset, pg:backups:delete, pg:backups:restore, pg:credentials:destroy, pg:credentials:rotate, redis:reset, *:destroy, *:remove, *:revoke, *:clear, config:unset, domains:clear, ps:scale ** *=0, scale ** *=0, ps:kill, rollback, releases:rollback, apps:transfer, maintenance:on, pg:copy, pg:push, pg:killall, drains:remove',
    releases:
      'config:set, ps:scale, ps:restart, restart, releases:retry, container:release, container:push, pipelines:promote, maintenance:off, addons:create, pg:promote, pg:upgrade',
  },
  railway: {
    stack: 'hosting',
    takes: '-s --service -e --environment -p --project',
    reads: 'status, whoami, list',
    destroys:
      'down, delete, environment delete|remove, volume delete|detach, service delete, variables --unset, remove',
    releases: 'up, redeploy, deploy, volume add, variables --set',
  },
  render: {
    stack: 'hosting',
    reads: 'services|deploys list',
    destroys: '** delete|suspend|cancel',
    releases: 'deploys create, services update|restart',
  },
  'firebase firebase-tools': {
    stack: 'hosting',
    takes: '-P --project --account --token --config',
    flags: '--non-interactive -i --interactive --json --debug',
    reads: 'projects:list, apps:list, use, hosting:sites:list, functions:list, database:instances:list',
    destroys:
      'projects:delete, firestore:delete, firestore:databases:delete, firestore:indexes:delete, database:remove, functions:delete, hosting:disable, hosting:channel:delete, hosting:sites:delete, *:delete, *:remove, *:destroy, functions:secrets:destroy|functions:secrets:prune, auth:import, remoteconfig:rollback, database:set, apphosting:backends:delete, ext:uninstall',
    releases:
      'deploy, hosting:clone, functions:secrets:set, functions:config:set, database:push, database:update, appdistribution:distribute, ext:install',
  },
  wrangler: {
    stack: 'hosting',
    takes: '-c --config -e --env --cwd --name --namespace-id --binding',
    reads:
      'whoami, deployments list, versions list, kv namespace list, r2 bucket list, d1 list, d1 info, queues list, pages project list',
    destroys:
      'delete, rollback, deployments rollback, secret delete, secret:delete, kv namespace|key|bulk delete, kv:namespace delete, kv:key delete, kv:bulk delete, r2 bucket|object delete, r2 bucket lifecycle|cors|domain|sippy remove|delete|disable, d1 delete, d1 time-travel restore, queues delete|purge, queues consumer remove, pages project|deployment delete, pages secret delete, vectorize delete|delete-vectors, hyperdrive delete, workflows delete|terminate, dispatch-namespace delete, triggers delete, pipelines delete, mtls-certificate|cert delete, secrets-store ** delete',
    releases:
      'deploy, publish, versions deploy|upload, pages deploy|publish, secret put|bulk, secret:put, d1 execute --remote, d1 migrations apply --remote, kv key|bulk put, kv:key put, r2 object put, triggers deploy',
  },
  cloudflared: {
    stack: 'hosting',
    takes: '--config --origincert',
    reads: 'version, tunnel list|info',
    destroys: 'tunnel delete|cleanup, ** delete',
    releases: 'tunnel route',
  },
  'flarectl cf cfcli': {
    stack: 'hosting',
    destroys: '** delete|rm|purge|delete-*|remove, zone purge',
    releases: 'push, dns create, zone create',
  },
  fastly: {
    stack: 'hosting',
    takes: '-t --token -s --service-id --service-name --version -p --profile',
    reads: '** list|describe, whoami, version, stats',
    destroys: '** delete|purge|deactivate|unlink, purge, service-version deactivate',
    releases: 'compute deploy|publish|update, service-version activate|update, service version activate',
  },
  'dokku dokku-daemon': {
    stack: 'hosting',
    destroys: 'apps:destroy, *:destroy, *:unset, ps:stop, domains:clear',
    releases: 'ps:rebuild, config:set',
  },
  surge: { stack: 'hosting', destroys: 'teardown', releases: '*' },
  'gh-pages': { stack: 'hosting', releases: '** --domain|-d|--dist' },
  'amplify eb copilot': {
    stack: 'hosting',
    destroys: 'delete, remove, terminate, ** delete, env remove',
    releases: 'push, publish, deploy, swap, svc deploy, env deploy',
  },
  'eas expo expo-cli': {
    stack: 'hosting',
    everyday: true,
    takes: '-p --platform --profile -e',
    reads: 'whoami, *:list, *:view',
    destroys: '*:delete, *:rollback, *:revoke, channel:pause',
    releases: 'submit, publish, update, *:promote, upload, upload:*, *:push, deploy',
  },
  fastlane: {
    stack: 'hosting',
    everyday: true,
    reads: 'lanes, actions, --version',
    destroys: 'match nuke, nuke, * match nuke',
    releases:
      'deliver|supply|pilot|upload_*|deploy|release|beta|pem|produce|precheck|publish, run upload_*|deliver|supply|pilot, ios|android|mac deploy|release|beta|publish, ios|android *_release',
  },
  xcrun: {
    stack: 'hosting',
    everyday: true,
    longDash: true,
    releases: 'altool -upload-app|-upload-package|-f, notarytool submit, stapler staple',
  },
  'electron-builder electron-forge': {
    stack: 'hosting',
    everyday: true,
    takes: '-p --publish -c --config',
    releases: 'publish, ** --publish=always|--publish=onTag|-p=always|-p=onTag',
  },
  jreleaser: {
    stack: 'hosting',
    rehearses: '--dryrun --dry-run',
    releases: 'full-release|release|deploy|upload|publish|announce|assemble',
  },
  'charmcraft rockcraft': {
    stack: 'hosting',
    destroys: 'close, unregister',
    releases: 'upload, release, promote, promote-bundle',
  },
  'platform upsun': {
    stack: 'hosting',
    destroys: 'project:delete, environment:delete, *:delete',
    releases: 'environment:push, push',
  },
})
