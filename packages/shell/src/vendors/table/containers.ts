import { isKnown } from '../../effects.ts'
import {
  LOOKS,
  unclassified,
  type ProgramCall,
  type Objection,
  type Usage,
  type Usages,
} from '../../read-only/usage.ts'
import { readWords, valuesOf } from '../../read-only/words.ts'
import type { Vendor, VendorTable } from '../vendor.ts'

const TO_STDOUT: Usage = { refuse: '-o --output' }

const compose: Usage = {
  exact: true,
  options: '--compatibility --dry-run --all-resources --verbose',
  takes: '-f --file -p --project-name --profile --env-file --project-directory --ansi --parallel --progress',
  commands: {
    'ps logs ls top port events images version stats volumes': LOOKS,
    // The rest shows values of variables, passwords among them.
    config: {
      needs: '-q --quiet --services --volumes --images --profiles --hash --no-interpolate',
      refuse: '-o --output --lock-image-digests --environment --variables',
    },
  },
  check: localFiles,
}

const EXEC_TAKES = '-u --user -w --workdir'

const commands: Readonly<Record<string, Usages>> = {
  inspect: { check: noVariables },
  'ps images logs top port stats history events info version diff search': LOOKS,
  'save export': TO_STDOUT,
  container: {
    commands: { 'ls list ps logs top port stats diff': LOOKS, inspect: { check: noVariables }, export: TO_STDOUT },
  },
  image: { commands: { 'ls list inspect history': LOOKS, save: TO_STDOUT } },
  system: { commands: { 'info df events': LOOKS } },
  'network volume plugin node service stack config secret context': {
    commands: { 'ls list inspect ps logs services show': LOOKS },
  },
  'buildx builder': {
    commands: {
      'ls version du': LOOKS,
      inspect: { refuse: '--bootstrap' },
      imagetools: { commands: { inspect: LOOKS } },
    },
  },
  'manifest trust': { commands: { inspect: LOOKS } },
  pod: { commands: { 'ls list ps inspect logs top stats': LOOKS } },
  machine: { commands: { 'ls list inspect info': LOOKS } },
  compose,
  exec: { check: looksInside },
}

const engine: Usage = {
  exact: true,
  options: '-D --debug --tls --tlsverify',
  takes: '-H --host -c --context -l --log-level',
  commands,
  harm: {
    'rm rmi': 'deletes containers or images',
    'kill stop': 'ends what is running',
    'push login logout': 'reaches a registry in your name',
  },
  check: plainHost,
}

const COMPOSE: Vendor = {
  stack: 'containers',
  takes: '-f --file -p --project-name --profile --env-file --project-directory --ansi --parallel --progress',
  flags: '--compatibility --dry-run --verbose',
  destroys: 'rm -v',
  releases: 'down -v|--volumes, rm -f|--force, push, kill',
}

export const containers = (): VendorTable => ({
  'docker podman nerdctl': {
    stack: 'containers',
    reads: engine,
    takes: '-H --host -c --context -l --log-level --config --tlscacert --tlscert --tlskey --filter',
    flags: '-D --debug --tls --tlsverify',
    destroys:
      'volume rm|remove|prune, system prune -a|--all|--volumes, system reset, rm -v|--volumes, container rm|remove -v|--volumes, rmi -f|--force, image rm|remove -f|--force, stack rm|down|remove, service|secret|config|node rm|remove, swarm leave, machine rm|reset, context rm, plugin rm, trust revoke, manifest rm, service scale *=0, pod rm -f, volume reset, compose rm -v',
    releases:
      'rm -f|--force, container rm -f|--force, container prune, image prune, system prune, network prune, builder prune, buildx prune, compose down -v|--volumes, compose rm, compose push, push, image push, build --push, buildx build --push, buildx bake --push, manifest push, stack deploy, service update|rollback, swarm update, node update, kill',
  },
  'docker-compose podman-compose': { ...COMPOSE, reads: { ...compose, options: `${compose.options} -v` } },
  vagrant: {
    stack: 'containers',
    reads: 'status, global-status, version, box list',
    destroys: 'destroy, snapshot delete, box remove',
  },
  'virsh virt-manager': {
    stack: 'containers',
    takes: '-c --connect',
    reads: 'list, dominfo, domstate, net-list, pool-list, vol-list, version',
    destroys:
      'undefine, destroy, vol-delete, vol-wipe, pool-delete, pool-destroy, net-destroy, net-undefine, snapshot-delete, snapshot-revert, managedsave-remove, detach-*',
    releases: 'shutdown, reboot, define, migrate, edit',
  },
  'lxc incus': {
    stack: 'containers',
    takes: '--project',
    reads: 'list|ls, info, config show|get, image list, storage list, network list, profile list|show, version',
    destroys:
      'delete|rm, * delete|rm, storage volume delete|rm, network ** delete, snapshot delete, restore, rebuild, * unset',
    releases: 'stop, restart, move, publish, launch, config set',
  },
  multipass: {
    stack: 'containers',
    reads: 'list, info, version, find',
    destroys: 'delete, purge, restore',
    releases: 'stop, restart',
  },
  vboxmanage: {
    stack: 'containers',
    reads: 'list, showvminfo, guestproperty get|enumerate',
    destroys:
      'unregistervm, closemedium --delete, controlvm * poweroff|reset, snapshot * delete|restore, discardstate, natnetwork remove',
    releases: 'modifyvm, startvm, controlvm',
  },
  'qm pct pvesh pveum': {
    stack: 'containers',
    reads: 'list, status, config, get',
    destroys: 'destroy, rollback, delsnapshot, stop, shutdown, delete, unlink, ** delete',
    releases: 'start, reboot, set, resize, migrate, create',
  },
  'govc prlctl utmctl limactl tart orb colima-cli': {
    stack: 'containers',
    reads: 'list|ls, ** info|ls',
    destroys:
      'delete|rm, vm.destroy, vm.power -off, object.destroy, datastore.rm, snapshot.remove, snapshot-delete, ** delete, reset, factory-reset',
    releases: 'stop, restart, push',
  },
  colima: { stack: 'containers', reads: { commands: { 'status list ls version': LOOKS } }, destroys: 'delete, prune' },
  minikube: { stack: 'containers', reads: { commands: { 'status ip version': LOOKS } }, releases: 'delete' },
  kind: {
    stack: 'containers',
    reads: { commands: { get: { commands: { 'clusters nodes': LOOKS } }, version: LOOKS } },
    releases: 'delete',
  },
  'buildah oras ko regctl kaniko img': {
    stack: 'containers',
    reads: 'images, containers, version, inspect, manifest fetch, repo ls, tag ls, discover',
    destroys: 'rmi -a|--all|-f, rm -a|--all, repo delete, manifest delete, tag rm|delete, blob delete, delete',
    releases: 'push, publish, apply, resolve, copy, cp, attach, image copy, manifest push, rmi, rm, prune',
  },
  'crictl ctr skopeo crane': {
    stack: 'containers',
    reads: {
      commands: { 'ps images inspect inspecti version info pods logs stats list-tags ls manifest digest': LOOKS },
    },
    releases: 'delete, rmp, rm, rmi, push, copy, sync, images rm, containers rm',
  },
})

/** A file from elsewhere would be fetched, with whatever comes along. */
function localFiles({ name, args }: ProgramCall): Objection | undefined {
  const { options } = readWords(args, compose)
  const isRemote = valuesOf(options, '-f', '--file').some((file) => /:\/\/|^git@|^oci:/.test(file))
  return isRemote ? unclassified(`\`${name}\` gets a file from elsewhere.`) : undefined
}

/** An address over ssh starts ssh. */
function plainHost({ args }: ProgramCall): Objection | undefined {
  const { options } = readWords(args, { takes: '-H --host' })
  const isPlain = valuesOf(options, '-H', '--host').every((host) => /^(?:tcp|unix|npipe):\/\//.test(host))
  return isPlain ? undefined : unclassified('This host of `docker` may start another program.')
}

/** All that is known of a container includes its variables; a format that names something else is fine. */
function noVariables({ name, args }: ProgramCall): Objection | undefined {
  const { options } = readWords(args, { takes: '-f --format --type' })
  const formats = valuesOf(options, '-f', '--format')
  const isNarrow =
    formats.length > 0 && formats.every((format) => isKnown(format) && !/env|json|\.Config\s*\}/i.test(format))
  return isNarrow ? undefined : unclassified(`\`${name}\` would show variables of a container.`)
}

/** `docker exec box ls`. */
function looksInside({ name, args, judge }: ProgramCall): Objection | undefined {
  let at = 0
  for (; at < args.length; at++) {
    const word = args[at] ?? ''
    if (!word.startsWith('-')) break
    if (EXEC_TAKES.split(' ').includes(word)) at++
    else if (!/^(?:-[it]+|--interactive|--tty|--(?:user|workdir)=.*)$/.test(word)) {
      return unclassified(`\`${name} ${word}\` is not classified as read-only.`)
    }
  }
  return judge(args.slice(at + 1))
}
