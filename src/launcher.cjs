'use strict'
// The file a host starts. A hook event loads hook.cjs and nothing else; every other command loads the command line.
//
// Most of what a short-lived process does is compiling its own functions. V8 can keep the result, so it is kept in
// the state directory, for this build and this Node, and used only from a place that nobody but the user can write.

const args = process.argv.slice(2)
if (args[0] === 'hook' && !args.includes('--help') && !args.includes('-h')) loadEntry().main(args.slice(1))
else if (args[0] === 'daemon' && args[1] === 'run') require('./daemon/daemon.cjs').main(args.slice(2))
else require('./cli/cli.cjs').main(process.argv)

function loadEntry() {
  try {
    return loadCompiled(builtIn('fs'))
  } catch {
    return require('./hook.cjs')
  }
}

function loadCompiled(fs) {
  // What `require('node:module')` gives, without the loading of all it depends on.
  const Module = module.constructor
  const vm = builtIn('vm')
  const home = stateHome(fs)
  const folder = `${home}/code`
  const loaded = []
  let isStale = false
  let isUsual = true
  // Only what ran is kept, for each event by itself: what others need would have to be read in as well.
  const suffix = `${isName(args[1] ?? '') ? args[1] : 'any'}-${process.version}-${process.arch}`
  const trusted = home !== undefined && isTrusted(fs, folder) && mayUse(fs, folder, suffix)

  /** A file of ours, all ASCII, as `require` would load it, but compiled before. Its name says which content it was made from. */
  function load(file, id) {
    const known = require.cache[file]
    if (known !== undefined) return known.exports
    const cache = `${folder}/${id}-${suffix}`
    const cachedData = trusted ? readCache(fs, cache) : undefined
    const script = new vm.Script(readSource(fs, file), { filename: file, cachedData })
    loaded.push({ cache, script })
    if (!isStale && (cachedData === undefined || script.cachedDataRejected)) {
      isStale = true
      // A part that is new makes others do what they have not done before; so all are kept anew.
      process.on('exit', () => isUsual && home !== undefined && writeCaches(fs, folder, loaded))
    }
    const module = new Module(file)
    module.filename = file
    // Lazily loaded parts take shared code from each other, and must find this instance of it.
    require.cache[file] = module
    try {
      const directory = file.slice(0, file.lastIndexOf('/'))
      script.runInThisContext()(module.exports, requireFrom(require), module, file, directory)
      return module.exports
    } catch (error) {
      // Half a module would be found by whoever tries next.
      delete require.cache[file]
      throw error
    }
  }

  /** Parts carry a digest of their content in their name; everything else is for Node to find. */
  function requireFrom(plain) {
    return (request) => {
      if (request.startsWith('node:')) return builtIn(request)
      if (request.startsWith('./')) {
        const name = request.slice(request.lastIndexOf('/') + 1)
        return load(`${__dirname}/chunks/${name}`, name)
      }
      const file = request.startsWith('../') ? __dirname + request.slice(2) : request
      // Whoever compiles the configuration does a lot that no other event does, and all of it would be kept.
      if (file === `${__dirname}/compile/compile.cjs`) isUsual = false
      // Node would look for a package.json in every directory above before it looks here.
      return require.cache[file]?.exports ?? plain(file)
    }
  }

  return load(`${__dirname}/hook.cjs`, `${__HOLDPOINT_ENTRY__}`)
}

/** Of letters, and not too long for a file. */
function isName(word) {
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at) | 0x20
    if (letter < 0x61 || letter > 0x7a) return false
  }
  return word.length > 0 && word.length <= 32
}

/** As `require` gives it, without what it makes for those who `import` it. */
function builtIn(name) {
  return process.getBuiltinModule(name)
}

/** As in state/place.ts. Undefined: without a home, or inside the project, where a clone could bring code along. */
function stateHome(fs) {
  const { XDG_STATE_HOME: xdg, HOME: home, CLAUDE_PROJECT_DIR: project } = process.env
  const base = xdg?.startsWith('/') ? xdg : home?.startsWith('/') ? `${home}/.local/state` : undefined
  try {
    const real = fs.realpathSync.native
    const isInside = `${real(base)}/`.startsWith(`${real(project ?? process.cwd())}/`)
    return isInside ? undefined : `${base}/holdpoint`
  } catch {
    return undefined
  }
}

/** No event takes this long; by then the number in a marker may be that of another process. */
const MARKER_MS = 10 * 60 * 1000

/**
 * Says by a file that compiled code is in use, until this process ends. V8 can die of what it is given, without a chance
 * to say so: a file that its process has left behind means that, and all code of this kind is made again.
 */
function mayUse(fs, folder, suffix) {
  const marker = `${folder}/using-${suffix}`
  try {
    const stat = fs.lstatSync(marker, { throwIfNoEntry: false })
    if (stat !== undefined) {
      if (Date.now() - stat.mtimeMs < MARKER_MS && isAlive(Number(fs.readFileSync(marker, 'latin1')))) return true
      for (const name of fs.readdirSync(folder)) if (name.endsWith(`-${suffix}`)) fs.unlinkSync(`${folder}/${name}`)
    }
    fs.writeFileSync(marker, `${process.pid}`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // Another process may have been faster. Where nothing can be written, this event does without.
    return error.code === 'EEXIST'
  }
  process.on('exit', () => {
    try {
      fs.unlinkSync(marker)
    } catch {
      // Whoever removed it has taken this process for dead.
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

/** What others could have written is not run, and neither is what is damaged. */
function readCache(fs, path) {
  let fd
  try {
    fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
  } catch {
    return undefined
  }
  try {
    const stat = fs.fstatSync(fd)
    if (!stat.isFile() || !isPrivate(stat)) return undefined
    const bytes = readBytes(fs, fd, stat.size)
    const end = bytes.length - 4
    return end > 0 && bytes.readInt32LE(end) === sumOf(bytes, end) ? new Uint8Array(bytes.buffer, 0, end) : undefined
  } catch {
    return undefined
  } finally {
    fs.closeSync(fd)
  }
}

/**
 * All ASCII, and as the function that a module is. The pieces are put together before they are a text: a second text
 * of that size soon makes V8 look for what is not needed any more, which takes a millisecond.
 */
function readSource(fs, file) {
  const [head, tail] = ['(function(exports,require,module,__filename,__dirname){', '\n})']
  const fd = fs.openSync(file, fs.constants.O_RDONLY)
  try {
    const bytes = readBytes(fs, fd, fs.fstatSync(fd).size, head.length, tail.length)
    bytes.latin1Write(head, 0)
    bytes.latin1Write(tail, bytes.length - tail.length)
    return bytes.latin1Slice(0, bytes.length)
  } finally {
    fs.closeSync(fd)
  }
}

/**
 * With room before and after. Each function of Node is compiled when it is first called, and `readFileSync` calls a
 * dozen more than this.
 */
function readBytes(fs, fd, size, before = 0, after = 0) {
  const bytes = Buffer.allocUnsafeSlow(before + size + after)
  if (fs.readSync(fd, bytes, before, size, 0) !== size) throw new Error('cut short')
  return bytes
}

/**
 * V8 checks where it comes from, not whether the disk has kept it, and dies of a wrong byte. Every byte changes the sum:
 * the factor is odd, so a change of one word is never lost.
 */
function sumOf(bytes, end) {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, end >> 2)
  let sum = end
  for (let at = 0; at < words.length; at++) sum = (Math.imul(sum, 31) + words[at]) | 0
  for (let at = words.length << 2; at < end; at++) sum = (Math.imul(sum, 31) + bytes[at]) | 0
  return sum
}

function writeCaches(fs, folder, loaded) {
  try {
    makeFolder(fs, folder)
    if (!isTrusted(fs, folder)) return
    for (const { cache, script } of loaded) {
      const data = script.createCachedData()
      const file = Buffer.alloc(data.length + 4)
      file.set(data)
      file.writeInt32LE(sumOf(file, data.length), data.length)
      const temporary = `${cache}.${process.pid}`
      fs.writeFileSync(temporary, file, { mode: 0o600, flag: 'wx' })
      fs.renameSync(temporary, cache)
    }
    removeOld(fs, folder)
  } catch {
    // The next process tries again.
  }
}

/** Whatever was made more than a month ago; what is still in use is made again. */
function removeOld(fs, folder) {
  for (const name of fs.readdirSync(folder)) {
    const file = `${folder}/${name}`
    if (Date.now() - fs.lstatSync(file).mtimeMs > 30 * 24 * 3600 * 1000) fs.rmSync(file)
  }
}

/** Not the ones above it: the engine makes those, or finds that it cannot. */
function makeFolder(fs, folder) {
  if (!isPrivateFolder(fs, parentOf(folder))) return
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}

function isTrusted(fs, folder) {
  try {
    return isPrivateFolder(fs, parentOf(folder)) && isPrivateFolder(fs, folder)
  } catch {
    return false
  }
}

function parentOf(folder) {
  return folder.slice(0, folder.lastIndexOf('/'))
}

function isPrivateFolder(fs, folder) {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false })
  return stat !== undefined && stat.isDirectory() && isPrivate(stat)
}

function isPrivate(stat) {
  return (process.getuid === undefined || stat.uid === process.getuid()) && (stat.mode & 0o022) === 0
}
