#!/usr/bin/env node
'use strict'
// The file a host starts. `holdpoint hook` loads hook.cjs; every other command loads the command line or the daemon.
//
// A short process spends most of its time compiling its own functions, so compiled code is kept in the state directory:
// by Node itself where it can (22.1), else by `loadCached`. Without a private directory nothing is kept.
const fs = require('node:fs')
const path = require('node:path')

const args = process.argv.slice(2)
const isHook = args[0] === 'hook' && !args.includes('--help') && !args.includes('-h')
if (isHook) load('hook.cjs').main(args.slice(1))
else if (args[0] === 'daemon' && args[1] === 'run') require('./daemon.cjs').main(args.slice(2))
else require('./cli.cjs').main(process.argv)

function load(name) {
  const folder = cacheFolder()
  if (folder === undefined) return require(`./${name}`)
  // Node 20 has none, and takes a while to find that out.
  const enableCompileCache = process.version.startsWith('v20.') ? undefined : require('node:module').enableCompileCache
  if (enableCompileCache !== undefined) {
    enableCompileCache(folder)
    return require(`./${name}`)
  }
  try {
    return markUse(folder) ? loadCached(path.join(__dirname, name), folder) : require(`./${name}`)
  } catch {
    return require(`./${name}`)
  }
}

/**
 * A directory of this build that only the user can read or write, because code from it is run. Undefined without a home,
 * or when the home is inside the project: a clone could bring such a directory along.
 */
function cacheFolder() {
  const { XDG_STATE_HOME: xdg, HOME: home, CLAUDE_PROJECT_DIR: project } = process.env
  const base = xdg?.startsWith('/') ? xdg : home?.startsWith('/') ? `${home}/.local/state` : undefined
  if (base === undefined) return undefined
  try {
    const real = fs.realpathSync.native
    if (`${real(base)}/`.startsWith(`${real(project ?? process.cwd())}/`)) return undefined
    const state = path.join(base, 'holdpoint')
    const all = path.join(state, 'code')
    // The engine creates the state directory, where it may.
    if (!isOwn(state, 0o022)) return undefined
    if (!fs.existsSync(all)) fs.mkdirSync(all, { mode: 0o700 })
    if (!isOwn(all, 0o077)) return undefined
    const folder = path.join(all, '__BUILD__')
    if (!fs.existsSync(folder)) startFolder(folder, all)
    return isOwn(folder, 0o077) ? folder : undefined
  } catch {
    return undefined
  }
}

/** Removes what other builds have not written for a month; a build that is still used compiles again. */
function startFolder(folder, all) {
  for (const name of fs.readdirSync(all)) {
    const other = path.join(all, name)
    if (Date.now() - fs.lstatSync(other).mtimeMs > 30 * 24 * 3_600_000) fs.rmSync(other, { recursive: true })
  }
  fs.mkdirSync(folder, { mode: 0o700 })
}

function isOwn(folder, forbidden) {
  const stat = fs.lstatSync(folder)
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & forbidden) === 0
}

/**
 * V8 can crash on damaged code without an error. So a process leaves a marker while it uses the cache; a marker whose
 * process has ended empties the cache. False where nothing can be written.
 */
function markUse(folder) {
  const marker = path.join(folder, 'in-use')
  try {
    const stat = fs.lstatSync(marker, { throwIfNoEntry: false })
    if (stat !== undefined) {
      // No event takes ten minutes; by then another process may have the same pid.
      const isRecent = Date.now() - stat.mtimeMs < 600_000
      if (isRecent && isAlive(Number(fs.readFileSync(marker, 'utf8')))) return true
      for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true, force: true })
    }
    fs.writeFileSync(marker, String(process.pid), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // Another process created the marker first, which protects this one as well.
    return error.code === 'EEXIST'
  }
  process.on('exit', () => {
    try {
      fs.unlinkSync(marker)
    } catch {
      // Another process treated this one as dead.
    }
  })
  return true
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Loads a file of ours, and what it requires, as `require` does, but from compiled code. */
function loadCached(entry, folder) {
  const { Script } = require('node:vm')
  const modules = new Map()
  const scripts = []

  function loadFile(file) {
    const known = modules.get(file)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    modules.set(file, module)
    try {
      const requireFrom = (request) =>
        request.startsWith('.') ? loadFile(path.join(path.dirname(file), request)) : require(request)
      compile(file).runInThisContext()(module.exports, requireFrom, module, file, path.dirname(file))
      return module.exports
    } catch (error) {
      modules.delete(file)
      throw error
    }
  }

  function compile(file) {
    // With an encoding, Node 20 reads 8 KB at a time: 90 calls for the largest chunk instead of 3. The build writes ASCII.
    const text = fs.readFileSync(file).toString('latin1')
    const source = `(function(exports,require,module,__filename,__dirname){${text}\n})`
    // V8 accepts compiled code for any source of the same length, so the name says which file it was made from.
    const { ino, size, mtimeMs, ctimeMs } = fs.statSync(file)
    const name = `${path.basename(file)}-${[ino, size, mtimeMs, ctimeMs].join('-')}-${process.version}-${process.arch}`
    const cache = path.join(folder, name)
    const cachedData = readCache(cache)
    const script = new Script(source, { filename: file, cachedData })
    scripts.push({ script, cache, isNew: cachedData === undefined || script.cachedDataRejected })
    return script
  }

  // A new chunk makes the known ones do more, so all of them are kept again.
  process.on('exit', () => scripts.some(({ isNew }) => isNew) && writeCaches(scripts))
  return loadFile(entry)
}

/** V8 does not notice a damaged byte, so the code is in the file twice. Comparing is faster than any checksum. */
function readCache(file) {
  try {
    const bytes = fs.readFileSync(file)
    const code = bytes.subarray(0, bytes.length / 2)
    return code.length > 0 && code.equals(bytes.subarray(code.length)) ? code : undefined
  } catch {
    return undefined
  }
}

function writeCaches(scripts) {
  try {
    for (const { script, cache } of scripts) {
      const code = script.createCachedData()
      const temporary = `${cache}.${process.pid}`
      fs.writeFileSync(temporary, Buffer.concat([code, code]), { mode: 0o600, flag: 'wx' })
      fs.renameSync(temporary, cache)
    }
  } catch {
    // The next process tries again.
  }
}
