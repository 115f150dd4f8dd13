import { compile as compileWith } from '../config/compile.ts'
import { builtIn } from '../registry/registry.ts'

/**
 * The compiler as a program of its own. It needs the option schemas of all hooks, which the hooks that answer events
 * are built without; so it brings its own copy of them, and is loaded when a configuration has changed.
 */
export const compile: typeof compileWith = (files, env, _hooks, lastGood, modules) =>
  compileWith(files, env, builtIn, lastGood, modules)
