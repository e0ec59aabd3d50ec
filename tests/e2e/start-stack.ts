import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { stackPort, stackState } from '../../playwright.config.ts'
import { buildWhenChanged } from '../../scripts/build.ts'
import { migrateDirectory } from '../../scripts/migrate.ts'
import { startStack, type Stack } from '../../scripts/stack.ts'

/** Speed-up of the devices: a plate of 45 cycles takes well under a minute. */
const e2eSpeed = 120

/** Start the whole product for each worker, on a state of its own, and a small switchboard by which a test pulls plugs. */
export default async function startForTests({ workers }: FullConfig): Promise<() => Promise<void>> {
  const states = mkdtempSync(join(tmpdir(), 'bapp-e2e-'))
  const stacks: Stack[] = []
  const stop = async () => {
    await Promise.all(stacks.map((stack) => stack.stop()))
    rmSync(states, { recursive: true, force: true })
  }
  const start = async (number: number) => {
    stacks[number] = await startStack({
      port: stackPort(number),
      state: stackState(states, number),
      speed: e2eSpeed,
      devices: true,
      region: 'eu',
    })
  }
  // Do once before them what each would do: a build, and the empty Directory, of which the other states receive a copy.
  await buildWhenChanged()
  await migrateDirectory(stackState(states, 0))
  const started = await Promise.allSettled(
    Array.from({ length: workers }, (_, number) => start(number)),
  )
  for (const one of started) {
    if (one.status === 'fulfilled') continue
    await stop()
    throw one.reason
  }
  const switchboard = openSwitchboard(stacks)
  await new Promise<void>((done) => switchboard.listen(0, '127.0.0.1', done))
  // Name the switchboard and the states to the tests, which run in other processes.
  process.env['BAPP_E2E_SWITCHBOARD'] =
    `http://127.0.0.1:${(switchboard.address() as AddressInfo).port}`
  process.env['BAPP_E2E_STATES'] = states
  return async () => {
    switchboard.close()
    await stop()
  }
}

/** Make a server that answers `/STACK/SWITCH/DEVICE` when the switch was thrown. */
function openSwitchboard(stacks: readonly Stack[]) {
  const boards = stacks.map(switchesOf)
  return createServer((request, response) => {
    const [, number = '', name = '', uuid = ''] = (request.url ?? '').split('/')
    const turn = boards[Number(number)]?.[name]
    if (turn === undefined) return void response.writeHead(404).end()
    turn(uuid).then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
}

function switchesOf(stack: Stack): Record<string, (uuid: string) => Promise<void>> {
  return {
    'kill-device': (uuid) => stack.killDevice(uuid),
    'restart-device': (uuid) => stack.restartDevice(uuid),
    'restart-edge': () => stack.restartEdge(),
    'stop-edge': () => stack.stopEdge(),
    'freeze-edge': async () => stack.freezeEdge(),
    'thaw-edge': async () => stack.thawEdge(),
  }
}
