import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { e2ePort } from '../../playwright.config.ts'
import { runStartCommand, type StartedCommand } from '../../scripts/start-command.ts'

const port = e2ePort + 1
let state = ''
let firstReadyMs = 0
test.beforeAll(() => {
  state = mkdtempSync(join(tmpdir(), 'bapp-start-'))
})
test.afterAll(() => rmSync(state, { recursive: true, force: true }))

const start = () => runStartCommand(['--port', String(port), '--state', state])

/** List every process that descends from `pid`, itself included. */
function familyOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number))
  const family = new Set([pid])
  for (let before = 0; before !== family.size;) {
    before = family.size
    for (const [child = 0, parent = 0] of parents) if (family.has(parent)) family.add(child)
  }
  return [...family]
}

function alive(pids: number[]): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  // Take a dead process that nobody has asked about yet (Z) for gone.
  const living = rows.filter((row) => !/\sZ/.test(row)).map((row) => Number.parseInt(row, 10))
  return pids.filter((pid) => living.includes(pid))
}

async function expectGone(pids: number[]): Promise<void> {
  await expect.poll(() => alive(pids), { timeout: 30_000 }).toEqual([])
}

/**
 * Return the processes of a start: server, workerd and three devices at least, or the count below would prove nothing.
 */
function familyWhole(started: StartedCommand): number[] {
  const family = familyOf(started.child.pid ?? 0)
  expect(family.length).toBeGreaterThanOrEqual(7)
  return family
}

test('npm start prints address and sign-ins, and Ctrl-C leaves no process', async () => {
  const started = await start()
  firstReadyMs = started.readyMs
  const family = familyWhole(started)
  expect(started.output()).toContain(`http://localhost:${port}`)
  // Wait for the sign-ins, which come with the lines after the address.
  await expect.poll(() => started.output()).toContain('operator@aurora.example')
  const page = await fetch(`http://localhost:${port}/`)
  expect(await page.text()).toContain('<div id=')
  expect(await started.stop('SIGINT')).toBe(0)
  await expectGone(family)
})

/** Compare the two starts only: `bench -- main` measures the seconds, while here other stacks run beside it. */
test('a second start finds the state, is ready sooner than the first, and dies without a trace when killed', async () => {
  const started = await start()
  expect(started.readyMs).toBeLessThan(firstReadyMs)
  const family = familyWhole(started)
  await started.stop('SIGKILL')
  await expectGone(family)
})

test('a taken port is named before anything is built, with the flag that changes it', async () => {
  const refused = await runStartCommand(['--port', String(e2ePort), '--state', state]).catch(
    (error: Error) => error.message,
  )
  expect(refused).toContain(`Port ${e2ePort} is taken`)
  expect(refused).toContain('--port')
  expect(refused).not.toContain('build')
})
