import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { e2ePort } from '../../playwright.config.ts'
import { startStack, type Stack } from '../../scripts/stack.ts'

/** Speed-up of the devices: a plate of 45 cycles takes well under a minute. */
const e2eSpeed = 120

/** Starts the whole product on a state of its own, and a small switchboard by which a test pulls plugs. */
export default async function startForTests(): Promise<() => Promise<void>> {
  const state = mkdtempSync(join(tmpdir(), 'bapp-e2e-'))
  const stack = await startStack({
    port: e2ePort,
    state,
    speed: e2eSpeed,
    devices: true,
    region: 'eu',
  })
  const switchboard = openSwitchboard(stack)
  await new Promise<void>((done) => switchboard.listen(0, '127.0.0.1', done))
  // The tests run in other processes: they find the switchboard and the state by these.
  process.env['BAPP_E2E_SWITCHBOARD'] =
    `http://127.0.0.1:${(switchboard.address() as AddressInfo).port}`
  process.env['BAPP_E2E_STATE'] = state
  return async () => {
    switchboard.close()
    await stack.stop()
    rmSync(state, { recursive: true, force: true })
  }
}

function openSwitchboard(stack: Stack) {
  const switches: Record<string, (uuid: string) => Promise<void>> = {
    'kill-device': (uuid) => stack.killDevice(uuid),
    'restart-device': (uuid) => stack.restartDevice(uuid),
    'restart-edge': () => stack.restartEdge(),
    'stop-edge': () => stack.stopEdge(),
    'freeze-edge': async () => stack.freezeEdge(),
    'thaw-edge': async () => stack.thawEdge(),
  }
  return createServer((request, response) => {
    const [, name = '', uuid = ''] = (request.url ?? '').split('/')
    const turn = switches[name]
    if (turn === undefined) return void response.writeHead(404).end()
    turn(uuid).then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
}
