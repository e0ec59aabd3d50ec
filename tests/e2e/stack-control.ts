import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Kills the device's process (SIGKILL), as a pulled plug would. */
export const killDevice = (uuid: string) => turn(`kill-device/${uuid}`)

/** Starts a killed device again on its own storage. */
export const restartDevice = (uuid: string) => turn(`restart-device/${uuid}`)

/** Kills workerd (SIGKILL) and starts it again on the same state and port; done when it answers again. */
export const restartEdge = () => turn('restart-edge')

/** Stops workerd: calls are refused at once. `restartEdge` starts it again. */
export const stopEdge = () => turn('stop-edge')

/** Stops the edge in the middle of everything: its sockets stay open, and nobody answers. */
export const freezeEdge = () => turn('freeze-edge')

export const thawEdge = () => turn('thaw-edge')

/** Reads a file the seed wrote beside the state: `demo.json`, `devices.json`. */
export function readState(name: string): unknown {
  return JSON.parse(readFileSync(join(process.env['BAPP_E2E_STATE'] ?? '', name), 'utf8'))
}

async function turn(path: string): Promise<void> {
  const answer = await fetch(`${process.env['BAPP_E2E_SWITCHBOARD']}/${path}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}
