import { randomUUID } from 'node:crypto'
import { createUser } from '@nats-io/nkeys'
import { createEdgeCall, type EdgeCall } from '../../devices/edge-client.ts'
import { type LiveLink, startLiveLink } from '../../devices/live-link.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import type { DeviceStatus } from '../../domain/live/event.ts'
import { devices as demoDevices } from '../demo/devices.ts'
import { operate } from '../operate.ts'
import type { LiveLab } from './lab.ts'

/** Device as far as this bench needs one: its calls, and its messages on the bus. */
export interface LabDevice {
  uuid: string
  call: EdgeCall
  link: LiveLink
}

/** Connect so many new devices of the lab to the bus. */
export async function connectDevices(lab: LiveLab, count: number): Promise<LabDevice[]> {
  const keys = await Promise.all(Array.from({ length: count }, (_, at) => registerDevice(lab, at)))
  const stopped = new AbortController().signal
  const devices = keys.map(({ uuid, key }) => {
    const call = createEdgeCall({ edge: lab.address, uuid, key }, stopped)
    return { uuid, call, link: connectDevice(lab.address, uuid, call) }
  })
  while (!devices.every(({ link }) => link.connected()))
    await new Promise((resolve) => setTimeout(resolve, 50))
  return devices
}

async function registerDevice(lab: LiveLab, at: number): Promise<{ uuid: string; key: string }> {
  const like = demoDevices.find(({ cartridge_type: cartridge }) => cartridge === 'Wells16')
  if (!like) throw new Error('The demonstration has no device of 16 wells.')
  const uuid = randomUUID()
  const name = `Bench ${at + 1}`
  const own = { uuid, name, hostname: `bench-${at}`, serial_no: `BN-${uuid}`, swarms: [lab.swarm] }
  const { key } = (await operate(lab, operatorCalls.createDevice, {
    company_uuid: lab.company,
    device: { ...like, ...own },
  })) as { key: string }
  return { uuid, key }
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
    isBusy: () => false,
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
