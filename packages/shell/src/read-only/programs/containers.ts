import { isKnown } from '../../effects.ts'
import {
  LOOKS,
  unclassified,
  type ProgramCall,
  type Objection,
  type UsageTable,
  type Usage,
  type Usages,
} from '../usage.ts'
import { readWords, valuesOf } from '../words.ts'

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

export const containers: UsageTable = {
  'docker podman nerdctl': {
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
  },
  'docker-compose podman-compose': { ...compose, options: `${compose.options} -v` },
  colima: { commands: { 'status list ls version': LOOKS } },
  minikube: { commands: { 'status ip version': LOOKS } },
  kind: { commands: { get: { commands: { 'clusters nodes': LOOKS } }, version: LOOKS } },
  'crictl ctr skopeo crane': {
    commands: { 'ps images inspect inspecti version info pods logs stats list-tags ls manifest digest': LOOKS },
  },
}

/** A file from elsewhere would be fetched, with whatever comes along. */
function localFiles({ name, args }: ProgramCall): Objection | undefined {
  const { options } = readWords(args, compose)
  const isRemote = valuesOf(options, '-f', '--file').some((file) => /:\/\/|^git@|^oci:/.test(file))
  return isRemote ? unclassified(`\`${name}\` is given a file from elsewhere.`) : undefined
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
      return unclassified(`\`${name} ${word}\` is not known to be harmless.`)
    }
  }
  return judge(args.slice(at + 1))
}
