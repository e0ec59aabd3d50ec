import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../../scripts/run-tool.ts'

interface Row {
  pid: number
  parent: number
  state: string
  /** Date and time of its start. */
  started: string
}

function processes(): Row[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,lstart='], { encoding: 'utf8' }).trim()
  return rows.split('\n').map((row) => {
    const [pid, parent, state = '', ...started] = row.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), state, started: started.join(' ') }
  })
}

/**
 * Tell if a process is there that has both the id and the start of this one: Linux soon gives the id to another, such as a
 * process of other tests, which must not be killed. A dead one that nobody has asked about yet (Z) is gone for our purpose.
 */
const isAlive = ({ pid, started }: Row) =>
  processes().some(
    (row) => row.pid === pid && row.started === started && !row.state.startsWith('Z'),
  )

/** List the processes from `pid` up to `top`, both included. */
function chain(pid: number, top: number): Row[] {
  const row = processes().find((one) => one.pid === pid)
  if (row === undefined) return []
  return pid === top ? [row] : [row, ...chain(row.parent, top)]
}

const kill = ({ pid }: Row) => process.kill(pid, 'SIGKILL')

test('a process that has the id of one that has ended is not taken for it', () => {
  const own = processes().find(({ pid }) => pid === process.pid)
  expect(own && isAlive(own)).toBe(true)
  expect(own && isAlive({ ...own, started: 'Mon Jan 1 00:00:00 2024' })).toBe(false)
})

async function startByNpm(): Promise<{ npm: ChildProcess; started: Row[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'bapp-npm-'))
  const run = join(projectRoot, 'scripts', 'run.mjs')
  const scripts = { stay: `node "${run}" ../tests/scripts/stays-alive` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
  const npm = spawn('npm', ['run', 'stay'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const pid = await new Promise<number>((resolve) => {
    let said = ''
    npm.stdout.on('data', (text) => {
      said += String(text)
      const [, found] = /alive (\d+)\n/.exec(said) ?? []
      if (found !== undefined) resolve(Number(found))
    })
  })
  const started = chain(pid, npm.pid ?? 0)
  onTestFinished(() => started.filter(isAlive).forEach(kill))
  return { npm, started }
}

// npm start, dev, desktop, test: all of them run through scripts/run.mjs.
test.skipIf(process.platform === 'win32')(
  'faults R9: whichever process from npm down to the script is killed (-9), none of the others stays',
  async () => {
    const { started: whole } = await startByNpm()
    // Count the script, the one that hands over to it, perhaps the shell of npm, and npm.
    expect(whole.length).toBeGreaterThanOrEqual(3)
    for (let which = 0; which < whole.length; which += 1) {
      const { started } = which === 0 ? { started: whole } : await startByNpm()
      started.slice(-1 - which, started.length - which).forEach(kill)
      await expect.poll(() => started.filter(isAlive), { timeout: 30_000 }).toEqual([])
    }
  },
  150_000,
)
