import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atMost, type ReportRow } from '../report-table.ts'
import { runStartCommand } from '../start-command.ts'

/** `npm start` where everything is installed, built and seeded already: what somebody waits for each morning. */
export async function measureSecondStart(port: number): Promise<ReportRow[]> {
  const state = mkdtempSync(join(tmpdir(), 'bapp-bench-'))
  const start = () => runStartCommand(['--port', String(port), '--state', state])
  try {
    await (await start()).stop()
    const again = await start()
    await again.stop()
    return [atMost('npm start on a state that is there', again.readyMs / 1000, 's', 10)]
  } finally {
    rmSync(state, { recursive: true, force: true })
  }
}
