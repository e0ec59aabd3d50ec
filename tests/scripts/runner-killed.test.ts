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
}

function processes(): Row[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim()
  return rows.split('\n').map((row) => {
    const [pid, parent, state = ''] = row.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), state }
  })
}

/** A dead process that nobody has asked about yet (Z) is gone for our purpose. */
const isAlive = (pid: number) =>
  processes().some((row) => row.pid === pid && !row.state.startsWith('Z'))

/** List the processes from `pid` up to `top`, both included. */
function chain(pid: number, top: number): number[] {
  if (pid === top) return [top]
  const parent = processes().find((row) => row.pid === pid)?.parent
  return parent === undefined ? [pid] : [pid, ...chain(parent, top)]
}

async function startByNpm(): Promise<{ npm: ChildProcess; pids: number[] }> {
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
  const pids = chain(pid, npm.pid ?? 0)
  onTestFinished(() => pids.filter(isAlive).forEach((one) => process.kill(one, 'SIGKILL')))
  return { npm, pids }
}

// npm start, dev, desktop, test: all of them run through scripts/run.mjs.
test.skipIf(process.platform === 'win32')(
  'faults R9: whichever process from npm down to the script is killed (-9), none of the others stays',
  async () => {
    const { pids: whole } = await startByNpm()
    // The script, the one that hands over to it, perhaps the shell of npm, npm.
    expect(whole.length).toBeGreaterThanOrEqual(3)
    for (let which = 0; which < whole.length; which += 1) {
      const { pids } = which === 0 ? { pids: whole } : await startByNpm()
      process.kill(pids.at(-1 - which) ?? 0, 'SIGKILL')
      await expect.poll(() => pids.filter(isAlive), { timeout: 30_000 }).toEqual([])
    }
  },
  150_000,
)
