import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createUser } from '@nats-io/nkeys'
import { createEdgeCall, type EdgeCall } from '../../devices/edge-client.ts'
import { readFleetFile } from '../../devices/fleet.ts'
import { type LiveLink, startLiveLink } from '../../devices/live-link.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import type { DeviceStatus } from '../../domain/live/event.ts'
import { lab } from '../demo/companies.ts'
import { devices as demoDevices } from '../demo/devices.ts'

/** A device as far as this bench needs one: its calls, and its word on the bus. */
export interface LabDevice {
  uuid: string
  call: EdgeCall
  link: LiveLink
}

/** The device that will run something, and as many others as the bench wants, all connected to the bus. */
export async function connectDevices(
  address: string,
  state: string,
  count: number,
): Promise<LabDevice[]> {
  const first = readFleetFile(join(state, 'devices.json')).find(({ type }) => type === 'bcube')
  if (!first) throw new Error('The demonstration has no bCUBE.')
  const others = await Promise.all(
    Array.from({ length: count - 1 }, (_, at) => registerDevice(address, state, at)),
  )
  const stopped = new AbortController().signal
  const devices = [first, ...others].map(({ uuid, key }) => {
    const call = createEdgeCall({ edge: address, uuid, key }, stopped)
    return { uuid, call, link: connectDevice(address, uuid, call) }
  })
  while (!devices.every(({ link }) => link.connected()))
    await new Promise((resolve) => setTimeout(resolve, 50))
  return devices
}

async function registerDevice(
  address: string,
  state: string,
  at: number,
): Promise<{ uuid: string; key: string }> {
  const { OPERATOR_SECRET: secret } = JSON.parse(
    readFileSync(join(state, 'secrets.json'), 'utf8'),
  ) as { OPERATOR_SECRET: string }
  const like = demoDevices.find(({ cartridge_type: cartridge }) => cartridge === 'Wells16')
  const uuid = randomUUID()
  const name = `Bench ${at + 1}`
  const answer = await fetch(`${address}/v3/operator/device`, {
    method: 'POST',
    headers: { authorization: `Operator ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      company_uuid: lab,
      device: { ...like, uuid, name, hostname: `bench-${at}`, serial_no: `BN-${at}` },
    }),
  })
  const { data } = (await answer.json()) as { data: { key: string } }
  return { uuid, key: data.key }
}

function connectDevice(edge: string, uuid: string, call: EdgeCall): LiveLink {
  const pair = createUser()
  let trust: { company: string; key: string } | null = null
  const greet = async () => {
    const body = { bkernel_version: '2.9.4', busy: 'N', status: statusOf(uuid, 0).status } as const
    const { company_uuid: company, lan_key: key } = await call(deviceLinkCalls.hello, { body })
    trust = { company, key }
  }
  return startLiveLink({
    edge,
    uuid,
    type: 'bcube',
    key: { publicKey: pair.getPublicKey(), seed: pair.getSeed() },
    call,
    obey: ({ command_uuid }) => ({ command_uuid, state: 'accepted' }),
    trust: () => trust,
    unsigned: () => undefined,
    connected: () => void greet(),
    report: () => undefined,
  })
}

export function statusOf(uuid: string, uptime: number): DeviceStatus {
  return {
    uuid,
    status: '{"serial":"BN","srv_status":0}',
    busy: 'N',
    block_temperature: 25.1,
    lid_temperature: 25,
    lid: 'closed',
    uptime,
    bkernel_version: '2.9.4',
    health: { system_disk: 20, data_disk: 30, memory: 40, cpu: 5 },
    run: null,
    pending: 0,
  }
}
