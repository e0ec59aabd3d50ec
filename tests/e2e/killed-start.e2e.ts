// Check that a start whose processes are all killed in the middle leaves no process running, and a state that the next
// start completes.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { e2ePort } from '../../playwright.config.ts'
import { projectRoot } from '../../scripts/run-tool.ts'
import { runStartCommand } from '../../scripts/start-command.ts'

const port = e2ePort + 1
const address = `http://localhost:${port}`

interface Row {
  pid: number
  parent: number
  group: number
}

function processes(): Row[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' })
  return rows
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state = '']) => !state.startsWith('Z'))
    .map(([pid, parent, group]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
    }))
}

/** List every process that descends from `pid`, itself included. */
function familyOf(pid: number): number[] {
  const rows = processes()
  const family = [pid]
  for (const one of family) {
    family.push(...rows.filter(({ parent }) => parent === one).map((row) => row.pid))
  }
  return family
}

const alive = (pids: readonly number[]) => {
  const living = new Set(processes().map(({ pid }) => pid))
  return pids.filter((pid) => living.has(pid))
}

/** Start until this line is printed. */
async function startUntil(state: string, line: RegExp): Promise<ChildProcess> {
  const args = ['start', '--port', String(port), '--state', state]
  const child = spawn(process.execPath, [join(projectRoot, 'scripts', 'run.mjs'), ...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  await new Promise<void>((done, fail) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      if (line.test(said)) done()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', () => fail(new Error(said)))
  })
  return child
}

/** Each is the phase that begins behind the line. Half a minute each, by hand. */
const phases: [phase: string, line: RegExp][] = [
  ['first steps @long', /^Starting bApp/m],
  ['workerd @long', /^ {2}migrate /m],
  ['seed @long', /^ {2}serve /m],
  ['examples @long', /^ {2}seed /m],
  ['ready @long', /bApp is ready at/],
]

for (const [phase, line] of phases) {
  test(`faults R9: a start killed (-9) leaves no process, and the next one completes it: ${phase}`, async () => {
    const state = mkdtempSync(join(tmpdir(), 'bapp-killed-'))
    try {
      const child = await startUntil(state, line)
      const family = familyOf(child.pid ?? 0)
      // Kill only the one that hands over: the rest has to notice.
      child.kill('SIGKILL')
      await expect.poll(() => alive(family), { timeout: 60_000 }).toEqual([])
      const next = await runStartCommand(['--port', String(port), '--state', state])
      try {
        await expect.poll(() => next.output()).toContain('operator@aurora.example')
        const [, password = ''] = /operator@aurora\.example\s+(\S+)/.exec(next.output()) ?? []
        const headers = {
          'Content-Type': 'application/json',
          'X-Requested-With': 'XMLHttpRequest',
        }
        const signIn = await fetch(`${address}/v3/session/login`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ username: 'operator@aurora.example', password }),
        })
        expect(signIn.status).toBe(200)
        const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
        const found = await fetch(`${address}/v3/analysis/search?page=1&limit=100`, {
          method: 'POST',
          headers: { ...headers, Cookie: cookie },
          body: '{}',
        })
        const { data } = (await found.json()) as { data: { data: { name: string }[] } }
        const names = data.data.map(({ name }) => name)
        // Expect all the examples, none twice.
        expect(names.length).toBeGreaterThanOrEqual(5)
        expect(new Set(names).size).toBe(names.length)
      } finally {
        await next.stop()
      }
    } finally {
      rmSync(state, { recursive: true, force: true })
    }
  })
}
