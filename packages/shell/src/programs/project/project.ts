import type { Context } from '../../read/context.ts'
import type { Program, Programs } from '../program.ts'
import { mayFetch } from './fetched.ts'
import { ELSEWHERE } from '../../words/value.ts'
import { makers } from './make.ts'
import { packageScripts } from './package-scripts.ts'
import { recipes } from './recipes.ts'
import { runLoadable } from './loadable.ts'

/** Programs that run what files of the project say, and those files. */
const FAMILIES: readonly Programs[] = [packageScripts, makers, recipes]

const RUNNERS = new Map<string, Program>(FAMILIES.flatMap((family) => Object.entries(family)))

/** What a program runs because a file of the project says so; what its arguments say is not asked here. */
export function runProject(context: Context, isDescribed: boolean): void {
  RUNNERS.get(context.name)?.(context)
  if (context.state.loadable.size > 0) runLoadable(context, isDescribed)
  if (context.state.files.size > 0 && INSTALLS.test(context.name)) mayInstall(context)
  if (!isDescribed || FETCHES.test(context.name)) mayFetch(context)
}

/** Programs that run what is in a file whose text is no text. */
const INSTALLS =
  /^(?:dpkg|rpm|apt|apt-get|dnf|yum|zypper|apk|pacman|gdebi|installer|snap|flatpak|msiexec|java|dotnet|mono|wine)$/

/** A package or a program that this very command has fetched. */
function mayInstall(context: Context): void {
  for (const text of context.texts) {
    const path = context.path(text)
    if (context.state.files.get(path)?.from.network === true)
      context.code(context.name, { ...ELSEWHERE, files: [path] })
  }
}

/** Programs that are described and whose downloads are not. */
const FETCHES = /^(?:aws|gsutil|gcloud|az|s3cmd|mc|s5cmd|gh|glab|oras)$/
