import { randomBytes, randomUUID } from 'node:crypto'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { deviceRights, inboxPrefix, syncSubject } from '../../domain/live/topic.ts'
import { keyPairOf } from '../../edge/live/nkeys.ts'
import { makeTicket } from '../../edge/live/ticket.ts'
import { mintUserJwt } from '../../edge/live/user-jwt.ts'
import { openWire, type Wire, type WireKey } from '../../web/live/connection.ts'
import type { Client } from '../bench-edge/client.ts'
import type { BenchLab } from '../bench-edge/lab.ts'
import { devices as demoDevices } from '../demo/devices.ts'
import { operate } from '../operate.ts'

/** Form of the bench: how much of each thing. */
export interface ScaleForm {
  /** Requests a second that one store is offered, one after the other. */
  rates: readonly number[]
  seconds: number
  /** Connections of one hub, one after the other; the last number comes back in the storm. */
  sockets: readonly number[]
  publications: number
  /** Rest after many connections were opened or closed, and until a hub without work has fallen asleep. */
  settleMs: number
  sleepMs: number
  plans: number
  /** Companies whose stores tell the index of the fleet, and changes of their devices a second. */
  companies: number
  changes: number
  /** Reports a second that the index is offered by itself. */
  reports: number
  /** Analyses of a large company, and how many of the newest a person looks for. */
  analyses: number
  window: number
  /** Size up to which its store is filled then. */
  fullBytes: number
}

/** A registered device: its own calls, and its key for the live bus. */
export interface FleetDevice {
  uuid: string
  authorization: string
  wireKey: WireKey
}

const lanes = 16

/** Register so many devices with the company of the lab. */
export async function registerFleet(lab: BenchLab, count: number): Promise<FleetDevice[]> {
  const [like] = demoDevices
  if (!like) throw new Error('The demonstration has no device.')
  const fleet: FleetDevice[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const at = next++
      const uuid = randomUUID()
      const device = {
        ...like,
        uuid,
        name: `Scale ${at}`,
        hostname: `scale-${at}`,
        serial_no: uuid,
      }
      const body = { company_uuid: lab.company, device: { ...device, swarms: [] } }
      const made = (await operate(lab.worker, operatorCalls.createDevice, body)) as { key: string }
      // Make the key in Node: a page's own key takes 20 ms of the machine that is measured.
      const wireKey = keyPairOf('user', randomBytes(32))
      fleet.push({ uuid, authorization: `Device ${uuid}.${made.key}`, wireKey })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return fleet
}

/**
 * Connect a device to the live bus with a token as the service gives it, which also hears the hints of the company, so that one
 * message reaches all.
 */
export function connectDevice(lab: BenchLab, { uuid, wireKey }: FleetDevice): Promise<Wire> {
  const { pub, sub } = deviceRights(lab.company, uuid)
  const hears = [...sub, syncSubject(lab.company)]
  return connectAs(lab, { name: `device:${uuid}`, uuid, key: wireKey, pub, sub: hears })
}

interface Rights {
  name: string
  uuid: string
  key: WireKey
  pub: string[]
  sub: string[]
}

/** Connect with a token of these rights, made with the secret of the bench's own worker. */
function connectAs(
  { worker, company }: BenchLab,
  { name, uuid, key, pub, sub }: Rights,
): Promise<Wire> {
  const { publicKey } = key
  const expiresAt = Date.now() + 9 * 60_000
  const { LIVE_SECRET: secret } = worker.secrets
  const isDevice = name.startsWith('device:')
  const rules = { pub, sub, replies: isDevice }
  return openWire({
    url: `${worker.address.replace(/^http/, 'ws')}/v3/live/${company}`,
    jwt: mintUserJwt({ secret, company, userPublicKey: publicKey, name, ...rules, expiresAt }),
    ticket: makeTicket(secret, company, { publicKey, device: isDevice }, expiresAt),
    inboxPrefix: inboxPrefix(uuid),
    key,
  })
}

/** Connect many, some at a time. */
export async function connectFleet(
  lab: BenchLab,
  devices: readonly FleetDevice[],
): Promise<Wire[]> {
  const wires: Wire[] = []
  let next = 0
  const lane = async () => {
    for (let at = next++; at < devices.length; at = next++)
      wires.push(await connectDevice(lab, devices[at]!))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return wires
}

/**
 * Write one change of a device: one entry in the trail, and one hint to the company.
 * @param word another one each time, or nothing would be written. @returns the status of the answer.
 */
export async function greet(
  client: Client,
  { authorization }: FleetDevice,
  word: string,
): Promise<number> {
  const status = JSON.stringify({ serial: word, srv_status: 0 })
  const body = JSON.stringify({ bkernel_version: '2.9.4', busy: 'N', status })
  const path = '/v3/device/hello'
  return (await client.send({ method: 'POST', path, headers: { authorization }, body })).status
}

/** Return the number of the newest operation of the store: the hint of one more change. */
export async function readSeq(lab: BenchLab, device: FleetDevice): Promise<number> {
  const wire = await connectDevice(lab, device)
  try {
    const heard = new Promise<number>((resolve) => {
      wire.subscribe(syncSubject(lab.company), (text) =>
        resolve((JSON.parse(text) as { seq: number }).seq),
      )
    })
    await wire.flush()
    const status = await greet(lab.client, device, `seq ${Date.now()}`)
    if (status !== 200) throw new Error(`/v3/device/hello: ${status}`)
    return await heard
  } finally {
    wire.drop()
  }
}
