import type { Processes, Services, StateArea } from '@holdpoint/engine'

/** Services that read and change nothing: no file is written, no program started, nothing sent, nothing kept. */
export function quietServices(services: Services, run: Processes['run'] = notRun): Services {
  const { llm: _, ...rest } = services
  return {
    ...rest,
    exportVariables: () => undefined,
    process: { ...services.process, run },
    files: { ...services.files, write: () => undefined, remove: () => undefined, append: () => undefined },
    background: { request: () => Promise.resolve(false), isBusy: () => Promise.resolve(false), cancel: settled },
    state: { session: unchanged(services.state.session), project: unchanged(services.state.project) },
    temp: unchanged(services.temp),
  }
}

const notRun: Processes['run'] = () => Promise.resolve({ exitCode: undefined, stdout: '', stderr: '' })
const settled = (): Promise<void> => Promise.resolve()

const unchanged = (area: StateArea): StateArea => ({
  get: (name) => area.get(name),
  update: (name, change) => change(area.get(name)),
})
