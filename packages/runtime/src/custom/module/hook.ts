import { basename, extname } from 'node:path'
import {
  type AgentEvent,
  type Hook,
  type HookContext,
  PROVIDER_NAMES,
  type OwnHook,
  type LlmQuestion,
  type RunOptions,
  type Services,
  type StatusOptions,
} from '@holdpoint/engine'
import { metaOf } from '../meta.ts'
import type { OwnWorld } from '../world.ts'
import { builtFile } from './built.ts'
import type { FromWorker, Remote } from './channel.ts'
import { inWorker } from './thread.ts'
import { hookTree } from './tree.ts'
import { verdictFrom } from './verdict.ts'

/** A hook that is a file of the project, in the version that was trusted. */
export function moduleHook(own: OwnHook, world: OwnWorld): Hook {
  const { definition } = own
  if (definition.type !== 'module') throw new Error(`${own.entry.id} is not a file`)
  const file = basename(definition.file)
  return {
    meta: metaOf(own),
    async run(context) {
      const { event, options, services, signal } = context
      const { root, env, program, isRehearsal = false } = world
      const json = await inWorker(
        {
          kind: 'run',
          built: builtFile(world.directory, hookTree(root).digest),
          name: basename(file, extname(file)),
          file,
          root,
          event: cloneable(event),
          lastText: 'text' in event ? event.text : undefined,
          options: options ?? {},
          env,
          isRehearsal,
          program,
          clockMs: services.now().getTime() - Date.now(),
          carriedOver: services.carriedOver(),
          sendsTo: PROVIDER_NAMES.filter((provider) => services.llm?.mayAsk(provider) === true),
        },
        { env, signal, call: (message) => callService(message, context), export: services.exportVariables },
      )
      return verdictFrom(json)
    },
  }
}

/** Events are plain data, except for what a host reads lazily. */
const cloneable = (event: AgentEvent): AgentEvent => ({ ...event })

type ServiceCall = (services: Services, args: readonly unknown[], event: AgentEvent) => Promise<unknown>

/** The hook's arguments are passed unchanged: it is trusted, and each service validates its input. */
const CALLS: Readonly<Record<Remote, ServiceCall>> = {
  yaml: (services, [path, part]) => services.yaml(path as string, part as Parameters<Services['yaml']>[1]),
  // Without an event from the hook, this uses the shared event, which is parsed once.
  effects: (services, [given], event) => services.effects((given as AgentEvent | undefined) ?? event),
  'git.output': (services, [directory, args]) => services.git.output(directory as string, args as readonly string[]),
  'git.answers': (services, [directory]) => services.git.answers(directory as string),
  'git.status': (services, [directory, options]) =>
    services.git.status(directory as string, options as StatusOptions | undefined),
  'git.log': (services, [directory, count]) => services.git.log(directory as string, count as number),
  'process.run': (services, [program, args, options]) =>
    services.process.run(program as string, args as readonly string[], options as RunOptions),
  'llm.ask': (services, [question]) =>
    // The user decides which providers are allowed, not the hook.
    services.llm?.ask({ ...(question as LlmQuestion), isUsers: false }) ??
    Promise.reject(new Error('nothing may be sent from here')),
  'background.request': (services, [job, name, data]) =>
    services.background.request(job as string, name as string, data),
  'background.isBusy': (services, [name]) => services.background.isBusy(name as string),
  'background.cancel': (services, [name]) => services.background.cancel(name as string),
}

function callService(
  { name, args }: Extract<FromWorker, { readonly type: 'call' }>,
  { services, event }: HookContext,
): Promise<unknown> {
  if (!Object.hasOwn(CALLS, name)) throw new Error(`there is no service \`${name}\``)
  return CALLS[name](services, args, event)
}
