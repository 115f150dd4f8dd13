import { LOOKS, unclassified, type Objection, type ProgramCall, type Usage } from '../../read-only/usage.ts'
import type { DeedKind } from '../../services/deed.ts'
import type { Vendor, VendorCall, VendorTable } from '../vendor.ts'

/** Its providers are programs that lie in the project. */
const terraformReads: Usage = {
  builds: true,
  longDash: true,
  options: '-version -help',
  bare: true,
  commands: {
    'version validate show output graph modules': LOOKS,
    fmt: [{ needs: '-check', longDash: true }, { check: writesNothing }],
    plan: { refuse: '-out -generate-config-out' },
    state: { commands: { 'list show': LOOKS } },
    workspace: { commands: { 'list show': LOOKS } },
    providers: [{ operands: 0 }, { commands: { schema: LOOKS } }],
    metadata: { commands: { functions: LOOKS } },
  },
  harm: { 'apply destroy import taint untaint': 'changes real infrastructure' },
}

const terraform: Vendor = {
  stack: 'terraform',
  takes: '-chdir -var -var-file -state -target -lock-timeout -parallelism',
  flags: '-help -version',
  longDash: true,
  destroys:
    'destroy, apply -destroy, apply -auto-approve, state rm|push, workspace delete, force-unlock, state replace-provider -auto-approve',
  releases: 'apply, import, taint, untaint, refresh, state mv, state replace-provider, test',
}

/** What describes infrastructure as code and changes it. */
export const infrastructure = (): VendorTable => ({
  'terraform tofu opentofu': { ...terraform, reads: terraformReads },
  terragrunt: {
    ...terraform,
    takes: `${terraform.takes} -terragrunt-working-dir -working-dir -terragrunt-config -config`,
    flags: '-terragrunt-non-interactive -non-interactive -all -a',
    destroys: `${terraform.destroys}, run-all|run|stack destroy, run-all apply, run apply -all, destroy-all, apply-all, run -all destroy`,
    releases: `${terraform.releases}, run apply`,
  },
  packer: {
    stack: 'terraform',
    longDash: true,
    reads: {
      builds: true,
      longDash: true,
      commands: { 'version inspect validate': LOOKS, fmt: { needs: '-check' } },
    },
    releases: 'build',
  },
  pulumi: {
    stack: 'terraform',
    takes: '-C --cwd -s --stack --color -v --verbose --tracing -m --message -t --target',
    flags: '-e --emoji --non-interactive --logtostderr',
    reads: { commands: { 'version whoami': LOOKS, stack: { commands: { ls: LOOKS }, bare: true } } },
    destroys:
      'destroy|dn|down, up|update -y|--yes|-f|--skip-preview, stack rm, state delete, stack import, cancel, org ** remove, env rm',
    releases: 'up|update, refresh, import, state unprotect|rename|move, config set',
  },
  cdk: {
    stack: 'terraform',
    takes: '-a --app -c --context --profile -o --output --require-approval -p --plugin -r --role-arn',
    reads: { commands: { 'doctor docs': LOOKS } },
    destroys: 'destroy, gc',
    releases: 'deploy, bootstrap, import, rollback, watch',
  },
  cdktf: {
    stack: 'terraform',
    takes: '--app --output -o',
    destroys: 'destroy, deploy|apply --auto-approve',
    releases: 'deploy|apply',
  },
  sst: {
    stack: 'terraform',
    takes: '--stage --config',
    destroys: 'remove, state remove, secret remove',
    releases: 'deploy',
  },
  'serverless sls': {
    stack: 'terraform',
    takes: '--stage -s --region -r --aws-profile --config -c -f --function',
    reads: 'info, print',
    destroys: 'remove, ** remove',
    releases: 'deploy, rollback, ** deploy',
  },
  sam: {
    stack: 'terraform',
    takes: '--config-file --config-env --stack-name --region --profile',
    reads: 'validate, list resources|stack-outputs|endpoints',
    destroys: 'delete',
    releases: 'deploy, sync, publish',
  },
  ansible: {
    stack: 'terraform',
    takes:
      '-i --inventory -l --limit -e --extra-vars -u --user -f --forks -m --module-name -a --args -c -t --vault-id --become-user -M',
    rehearses: '-C --check --syntax-check --list-hosts --version',
    judge: adHocDeed,
    releases: '*',
  },
  'ansible-playbook ansible-pull': {
    stack: 'terraform',
    takes: '-i --inventory -l --limit -e --extra-vars -t --tags --skip-tags -u --user -f --forks -m -a -c --vault-id',
    rehearses: '-C --check --syntax-check --list-hosts --list-tasks --list-tags --version',
    releases: '*',
  },
  'ansible-doc ansible-lint': { stack: 'terraform', reads: { builds: true } },
  'ansible-galaxy': {
    stack: 'terraform',
    reads: {
      builds: true,
      commands: { 'role collection': { commands: { 'list search info': LOOKS } }, 'list search info': LOOKS },
    },
    destroys: 'role delete, delete',
    releases: 'collection publish',
  },
  'ansible-config': { stack: 'terraform', reads: { builds: true, commands: { 'list dump view': LOOKS } } },
  vault: {
    stack: 'terraform',
    takes: '-address -namespace -format -field -mount -output-policy',
    longDash: true,
    reads: 'status, version, path-help, kv list, list, secrets|auth|audit|policy list',
    destroys:
      'delete, kv delete|destroy, kv metadata delete, secrets|auth|audit disable, lease revoke, token revoke, policy delete, namespace delete, operator seal|rekey|generate-root|step-down, operator raft remove-peer|snapshot restore, secrets move',
    releases:
      'write, kv put|patch|rollback, policy write, secrets|auth|audit enable, operator init|unseal|rotate, token create',
  },
  consul: {
    stack: 'terraform',
    takes: '-http-addr -token -datacenter -namespace',
    longDash: true,
    reads: 'members, info, version, catalog datacenters|nodes|services, kv get, operator raft list-peers',
    destroys:
      'kv delete, leave, force-leave, acl ** delete, config delete, snapshot restore, operator raft remove-peer, services deregister, intention delete',
    releases: 'kv put|import, config write, services register, intention create, reload, maint',
  },
  nomad: {
    stack: 'terraform',
    takes: '-address -region -namespace -token',
    longDash: true,
    reads: 'status, version, job status|history|inspect, node status, server members, alloc status|logs',
    destroys:
      'job stop, stop, namespace delete, volume delete|deregister, node drain, system gc, var purge, acl ** delete, job scale * 0, quota delete, operator raft remove-peer',
    releases: 'job run|revert|restart|promote|scale, run, node eligibility, var put, alloc stop|restart',
  },
})

/** `ansible all -m file -a 'path=/x state=absent'`: the module and its arguments say what happens on those machines. */
function adHocDeed({ options }: VendorCall): DeedKind | 'none' | undefined {
  const valueOf = (...names: readonly string[]): string =>
    options.findLast(({ name }) => names.includes(name))?.value ?? ''
  const module = valueOf('-m', '--module-name').replace(/^[\w.]+\.(?=\w+$)/, '')
  if (
    /^(?:ping|win_ping|setup|debug|stat|gather_facts|package_facts|service_facts|find|slurp|uri|wait_for)$/.test(module)
  )
    return 'none'
  return /\bstate=(?:absent|stopped|killed)\b/.test(valueOf('-a', '--args')) || /^(?:reboot|shutdown)$/.test(module)
    ? 'destroy'
    : /^(?:user|group|authorized_key|cron|at|sysctl|mount|iptables|ufw|firewalld|selinux|sudoers|hostname)$/.test(
          module,
        )
      ? 'grant'
      : undefined
}

function writesNothing({ args }: ProgramCall): Objection | undefined {
  return args.includes('-write=false') ? undefined : unclassified('`terraform fmt` changes files.')
}
