import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureFirstLoad } from './bench-first-load.ts'
import { measureLiveRun } from './bench-live-run.ts'
import { atMost, type ReportRow } from './report-table.ts'
import { runStartCommand } from './start-command.ts'

const port = 18793

/**
 * Measure the main job: from the command to ready, from the launch to the first point on screen, each live update, and
 * the weight of the first load. Start the product twice on a state of its own, measure on the second.
 */
export async function benchMain(): Promise<ReportRow[]> {
  const state = mkdtempSync(join(tmpdir(), 'bapp-bench-'))
  const args = ['--port', String(port), '--state', state, '--speed', '120']
  const address = `http://localhost:${port}`
  try {
    const first = await runStartCommand(args)
    await first.stop()
    const second = await runStartCommand(args)
    try {
      return [
        atMost('first start, command to ready', first.readyMs / 1000, 's', 60),
        atMost('second start, command to ready', second.readyMs / 1000, 's', 10),
        ...(await orFailure('first load', measureFirstLoad(address, state))),
        ...(await orFailure('live run', measureLiveRun(address, state))),
      ]
    } finally {
      await second.stop()
    }
  } finally {
    rmSync(state, { recursive: true, force: true })
  }
}

/** Turn the failure of a part into a missed figure, so that the others still count. */
async function orFailure(name: string, rows: Promise<ReportRow[]>): Promise<ReportRow[]> {
  try {
    return await rows
  } catch (error) {
    const value = (error as Error).message.split('\n')[0] ?? ''
    return [{ name, value, unit: '', bar: 'measured', ok: false }]
  }
}
