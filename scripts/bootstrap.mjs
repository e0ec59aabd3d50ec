// The front door of `npm start`, `npm test` and `npm run dev`. It runs on whatever Node the machine has, with nothing
// installed, so it is plain JavaScript without a dependency: it checks the version, installs what the lock file asks
// for, and hands over to the project's own Node.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

const oldestNode = [20, 19]
const projectNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Run a TypeScript script of this folder on the project's Node, installing first when needed. Never returns. */
export async function runOnProjectNode(script) {
  refuseOldNode()
  process.chdir(root)
  if (installIsNeeded(root)) await install()
  if (!existsSync(projectNode)) {
    fail(
      'The install left no Node 24 in node_modules. Run `npm ci` without --ignore-scripts, then try again.',
    )
  }
  handOver(script)
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  fail(
    `bApp needs Node ${oldestNode.join('.')} or newer, this is ${process.version}. Install a newer Node and try again.`,
  )
}

/**
 * Return true if the installed packages differ from the lock file. Compare contents, not dates: npm writes the two
 * files in either order. Packages of other platforms are in the lock file only, which is right.
 */
export function installIsNeeded(folder) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const present = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (wanted === null)
    fail('package-lock.json is missing: this is not a whole copy of the project.')
  if (present === null) return true
  return Object.entries(wanted).some(([path, entry]) => {
    if (path === '') return false
    const installed = present[path]
    if (installed === undefined) return !(entry.optional || entry.devOptional || entry.peer)
    return installed.version !== entry.version
  })
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  } catch {
    return null
  }
}

/** Run `npm ci`, with a line every few seconds: on a slow network it is silent for a minute otherwise. */
async function install() {
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // Refuse a linked folder, which belongs to another copy of the project: npm ci would empty it first.
    fail(
      'node_modules is a link to another folder and does not fit package-lock.json. Remove the link and try again.',
    )
  }
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  console.log('Installing the dependencies (npm ci), about half a minute the first time …')
  const progress = setInterval(() => {
    console.log(`  installing … ${seconds()} s, ${countPackages()} packages unpacked`)
  }, 5000)
  // Use the npm that runs this script, which gives its own path; outside of npm the one on PATH has to do.
  const npm = process.env.npm_execpath
  const asScript = npm !== undefined && /\.c?js$/.test(npm)
  const [command, first] = asScript ? [process.execPath, [npm]] : ['npm', []]
  const args = [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: !asScript && process.platform === 'win32',
    })
    child.on('error', () => resolve(-1))
    child.on('exit', (status) => resolve(status ?? -1))
  })
  clearInterval(progress)
  if (code !== 0) fail('`npm ci` failed: the lines above say why. Nothing was started.')
  console.log(`  installed in ${seconds()} s`)
}

function countPackages() {
  try {
    return readdirSync(join(root, 'node_modules')).length
  } catch {
    return 0
  }
}

/** Replace this process as far as Node can: same terminal, same signals, same exit code. */
function handOver(script) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  )
  const child = spawn(projectNode, [join(root, script), ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, PATH: path },
    // Open a fourth channel, which closes when this process dies in any way, and tells the child to stop.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event !== undefined) {
    const isGone = watchRunner()
    setInterval(() => isGone() && child.kill('SIGTERM'), 1000).unref()
  }
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
}

/**
 * Watch for the end of npm, which may be killed without a signal to its children. It runs a script by `sh -c`, and some
 * shells stay between npm and us: then the shell gets another parent, and we keep ours.
 * @returns a function that says whether npm, or the shell, is gone.
 */
function watchRunner() {
  const parent = process.ppid
  const { ppid: runner, args } = readProcess(parent) ?? {}
  const isShell = args !== undefined && / -c(\s|$)/.test(args)
  return () =>
    process.ppid !== parent || (isShell && (readProcess(parent)?.ppid ?? runner) !== runner)
}

/** Read parent and command line of a process; null if the system does not show them. */
function readProcess(pid) {
  if (process.platform === 'win32') return null
  try {
    if (process.platform === 'linux') {
      const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      // Read behind the last bracket, since the name in brackets
      // may hold anything; the parent is the second field after it.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return { ppid: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), args }
    }
    const row = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
    const [, ppid, args] = /^\s*(\d+)\s+(.*)/.exec(row) ?? []
    return { ppid: Number(ppid), args }
  } catch {
    return null
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
