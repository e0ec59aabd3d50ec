import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownStack, stackState } from '../../playwright.config.ts'

/** Folder of the state that these walks' stack keeps. */
export const stateDir = stackState(process.env['BAPP_E2E_STATES'] ?? '', ownStack)

/** Kill the device's process (SIGKILL), as a pulled plug would. */
export const killDevice = (uuid: string) => turn(`kill-device/${uuid}`)

/** Start a killed device again on its own storage. */
export const restartDevice = (uuid: string) => turn(`restart-device/${uuid}`)

/** Do something while a device's process is gone, then start it again, also for the walks after one that failed. */
export async function withoutDevice(uuid: string, work: () => Promise<void>): Promise<void> {
  await killDevice(uuid)
  try {
    await work()
  } finally {
    await restartDevice(uuid)
  }
}

/** Kill workerd (SIGKILL) and start it again on the same state and port; done when it answers again. */
export const restartEdge = () => turn('restart-edge')

/** Do something while calls are refused at once, then start workerd again, also for the walks after one that failed. */
export async function withoutEdge(work: () => Promise<void>): Promise<void> {
  await turn('stop-edge')
  try {
    await work()
  } finally {
    await restartEdge()
  }
}

/** Do something while the edge's sockets stay open and nobody answers, then let it go on. */
export async function withFrozenEdge(work: () => Promise<void>): Promise<void> {
  await turn('freeze-edge')
  try {
    await work()
  } finally {
    await turn('thaw-edge')
  }
}

/** Read a file the seed wrote beside the state: `demo.json`, `devices.json`. */
export function readState(name: string): unknown {
  return JSON.parse(readFileSync(join(stateDir, name), 'utf8'))
}

async function turn(path: string): Promise<void> {
  const switchboard = `${process.env['BAPP_E2E_SWITCHBOARD']}/${ownStack}`
  const answer = await fetch(`${switchboard}/${path}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}
