import { isLocalAddress } from '../../services/address.ts'
import type { DeedKind } from '../../services/deed.ts'
import type { VendorCall, VendorTable } from '../vendor.ts'

const KAFKA_AT = '--bootstrap-server --zookeeper --broker-list'

/** Payments, messages, queues, flags, monitoring: services with data of their own. */
export const services = (): VendorTable => ({
  stripe: {
    stack: 'hosting',
    takes: '--api-key --project-name -p --color --config --device-name -d --data',
    reads: '* list|retrieve, version, status, get',
    destroys: 'delete, * delete|cancel|void_invoice|expire|reverse, ** delete|cancel, refunds create',
    releases: 'post, ** create|update|capture|confirm|pay',
  },
  twilio: {
    stack: 'hosting',
    takes: '-p --profile -l -o',
    reads: '*:list, profiles:list',
    destroys: '*:remove, *:delete, phone-numbers:release',
    releases: '*:update, *:create, *:deploy',
  },
  'sentry-cli': {
    stack: 'hosting',
    takes: '--url --auth-token --log-level -o --org -p --project --header',
    reads: 'info, releases list|info, projects list, organizations list',
    destroys:
      'releases delete|archive, releases files delete, releases files * delete, monitors delete, issues mute|resolve, sourcemaps delete',
    releases: 'releases new|finalize|deploys, deploys new, sourcemaps upload, upload-*',
  },
  'datadog-ci dog datadog': {
    stack: 'hosting',
    reads: 'version',
    destroys: '** delete|delete_all|mute_all|cancel',
    releases: '** upload|instrument|deploy',
  },
  'newrelic nerdgraph': { stack: 'hosting', destroys: '** delete|remove|destroy', releases: '** create|update' },
  'pd pagerduty': { stack: 'hosting', destroys: '** delete|remove|disable|*:delete|*:disable, *:delete, *:disable' },
  splunk: { stack: 'hosting', destroys: 'clean, remove, disable, stop, offline, delete, ** remove' },
  algolia: {
    stack: 'hosting',
    reads: '** list|browse',
    destroys:
      '** delete|clear|import --clear|purge, indices delete|clear, rules|synonyms|apikeys|objects delete, profile remove',
    releases: '** import|save|update|set, indices copy|move',
  },
  'ldcli unleash flipt split-cli': {
    stack: 'hosting',
    destroys: '** delete|archive|remove|kill, flags toggle-off',
    releases: '** update|toggle-on|create',
  },
  'doppler infisical': {
    stack: 'hosting',
    takes: '-p --project -c --config -t --token --env',
    destroys: '** delete|revoke|remove|unset, configs|environments|projects|secrets delete',
    releases: 'secrets set|upload',
  },
  op: {
    stack: 'hosting',
    takes: '--account --vault --format',
    destroys:
      'item|vault|document|user|group|connect ** delete|rm|archive|suspend|revoke, item|vault|document|user|group delete|remove|rm, user suspend',
    releases: 'item edit|create|move',
  },
  apigeecli: { stack: 'hosting', destroys: '** delete|del|undeploy|clean', releases: '** deploy|import|create' },
  deck: {
    stack: 'hosting',
    takes: '--kong-addr --headers --select-tag --workspace -s --state',
    at: '--kong-addr',
    reads: 'version, ping',
    destroys: 'reset, gateway reset',
    releases: 'sync, gateway sync|apply',
  },
  kong: { stack: 'hosting', destroys: 'migrations reset', releases: 'migrations up|finish, reload, restart, stop' },
  'kafka-topics': {
    stack: 'database',
    takes: `${KAFKA_AT} --topic`,
    reads: '--list, --describe',
    destroys: '--delete',
    releases: '--alter',
  },
  'kafka-consumer-groups': {
    stack: 'database',
    takes: `${KAFKA_AT} --group`,
    reads: '--list, --describe',
    destroys:
      '--delete, --delete-offsets, --reset-offsets --execute, --reset-offsets --topic, --reset-offsets --all-topics',
  },
  'kafka-acls kafka-configs kafka-delete-records kafka-streams-application-reset kafka-storage': {
    stack: 'database',
    takes: KAFKA_AT,
    reads: '--list, --describe',
    destroys: '--remove, --delete, --delete-config, --offset-json-file, --application-id, format',
    releases: '--add, --alter',
  },
  'kcat kafkactl': { stack: 'database', destroys: 'delete, reset' },
  rpk: {
    stack: 'database',
    takes: '--brokers -X --config --profile',

    reads: 'topic list|describe, cluster info',
    destroys:
      'topic delete|trim-prefix, group delete|offset-delete, acl delete, security ** delete, cluster ** delete|decommission, redpanda admin brokers decommission',
  },
  rabbitmqctl: {
    stack: 'database',
    takes: '-n --node -t --timeout -p --vhost',
    flags: '-q --quiet -s --silent -l --longnames',
    reads: 'list_*, status, cluster_status, ping, environment, report',
    destroys:
      'reset, force_reset, delete_*, purge_queue, clear_*, forget_cluster_node, stop, stop_app, shutdown, close_*, force_boot',
    releases: 'set_*, add_*, change_password, start_app, join_cluster, rotate_logs',
  },
  rabbitmqadmin: {
    stack: 'database',
    takes: '-H --host -P --port -u --username -p --password -V --vhost',

    reads: 'list, show',
    destroys: 'delete, purge, close',
    releases: 'declare, import',
  },
  nats: {
    stack: 'database',
    takes: '-s --server --user --password --creds --nkey --context --timeout',
    reads: 'stream|str|s ls|list|info|report, consumer|con ls|list|info, kv ls, server list|info',
    destroys:
      '** rm|del|delete|purge|rmm|delete-msg|seal|down, stream|str|s rm|del|purge|rmm, kv|object|obj|consumer|con|context rm|del|delete|purge',
    releases: 'stream|str|s add|edit|restore|update, kv put',
  },
  etcdctl: {
    stack: 'database',
    takes: '--endpoints --cacert --cert --key --user --password --command-timeout --dial-timeout -w --write-out',
    reads: 'get, member list, endpoint status|health, version, alarm list',
    destroys:
      'del, member remove, auth disable, user|role delete|revoke-*, snapshot restore, lease revoke, compaction, defrag, rm, rmdir',
    releases: 'put, txn, member add|update, auth enable, move-leader',
  },
  'grpcurl evans buf-curl': {
    stack: 'hosting',
    takes: '-d -H -import-path -proto -max-time',
    longDash: true,
    judge: rpcDeed,
  },
  'zkcli zkcli.sh': {
    stack: 'database',
    takes: '-server -r -timeout',
    longDash: true,

    reads: 'ls, get, stat',
    destroys: 'delete, deleteall, rmr',
    releases: 'set, create, setAcl',
  },
})

/** `grpcurl host:443 pkg.Users/DeleteUser`: the name of the call says what it does. */
function rpcDeed({ words }: VendorCall): DeedKind | undefined {
  const [address = ''] = words
  const isDestroying = words.some((word) => /[./](?:Delete|Destroy|Terminate|Purge|Drop|Wipe)[A-Z]?\w*$/.test(word))
  return isDestroying && !isLocalAddress(address) ? 'destroy' : undefined
}
