import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { ask, createPlateRun } from '../bench-session.ts'
import { runStartCommand } from '../start-command.ts'

/** The product as it is shipped, with devices. */
export interface RunningProduct {
  address: string
  state: string
}

/** One that was started on a state of its own. */
interface Product extends RunningProduct {
  stop: () => Promise<void>
}

/** Speed of the simulated devices relative to real time: a run of an hour takes seconds. */
const speed = '600'

export async function startProduct(port: number): Promise<Product> {
  const state = mkdtempSync(join(tmpdir(), 'bapp-bench-'))
  const started = await runStartCommand([
    '--port',
    String(port),
    '--state',
    state,
    '--speed',
    speed,
  ])
  return {
    address: `http://localhost:${port}`,
    state,
    async stop() {
      await started.stop()
      rmSync(state, { recursive: true, force: true })
    },
  }
}

/** Launch the 96-well method with the most channels and wait until its results are there. */
export async function finishPlateRun(context: BrowserContext, name: string): Promise<string> {
  const { uuid } = await createPlateRun(context, name)
  await launch(context, uuid)
  for (let second = 0; second < 180; second++) {
    const record = await ask<{ status: string; results: unknown[] }>(
      context,
      `/analysis/get/${uuid}`,
    )
    if (record.status !== 'RUNNING' && record.results.length > 0) return uuid
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error('The run did not end in three minutes')
}

/** Launch a run, trying again until the simulated device has called, which takes some seconds. */
async function launch(context: BrowserContext, uuid: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      await ask(context, `/analysis/launch/${uuid}`, {})
      return
    } catch (error) {
      if (!String(error).includes('device_offline')) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
  throw new Error('The device did not come')
}
