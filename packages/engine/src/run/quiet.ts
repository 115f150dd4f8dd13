import type { Processes, Services, StateArea } from '../services.ts'

/** Services that write no file, export nothing and start no work; what a hook keeps for itself it may. */
export const withoutWrites = (services: Services): Services => ({
  ...services,
  exportVariables: () => undefined,
  files: { ...services.files, write: () => undefined, remove: () => undefined, append: () => undefined },
  background: { ...services.background, request: () => Promise.resolve(false) },
})

/** Services that read and change nothing: no file is written, no program started, nothing sent, nothing kept. */
export function quietServices({ llm: _, ...services }: Services, run: Processes['run'] = notRun): Services {
  return {
    ...withoutWrites(services),
    process: { ...services.process, run },
    background: { request: () => Promise.resolve(false), isBusy: () => Promise.resolve(false), cancel: settled },
    state: { session: unchanged(services.state.session), project: unchanged(services.state.project) },
    notes: { leave: () => undefined, take: () => false },
    temp: unchanged(services.temp),
  }
}

const notRun: Processes['run'] = () => Promise.resolve({ exitCode: undefined, stdout: '', stderr: '' })
const settled = (): Promise<void> => Promise.resolve()

const unchanged = (area: StateArea): StateArea => ({
  get: (name) => area.get(name),
  update: (name, change) => change(area.get(name)),
})
