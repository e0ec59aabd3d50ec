import { createRoot } from 'react-dom/client'
import { device as deviceEntity, type Device } from '../../../domain/entities/device.ts'
import type { LocalDocument } from '../../../domain/sync/pending.ts'
import { createReceiver } from '../../../web/live/receive.ts'
import { recipientsOf } from '../../../web/live/own-devices.ts'
import type { Wanted } from '../../../web/live/topic-book.ts'
import type { Change, LocalStore } from '../../../web/local/document-store.ts'
import { ReadModel } from '../../../web/local/read-model.ts'
import { completeTexts } from '../../../web/i18n/catalogs.ts'
import { DevicesScreen } from '../../../web/screens/devices/DevicesScreen.tsx'
import { keepStatuses } from '../../../web/state/live.ts'
import { records } from '../../../web/state/records.ts'
import '../../../web/styles/tokens.css'
import '../../../web/styles/base.css'
import { type FrameTimes, nextFrame, nextTurn, timeFrames } from './frames.ts'
import { uuidOf } from '../../support/uuid-of.ts'

const fleet: Device[] = []
let change: (changes: Change[], more: boolean) => void = () => undefined
let hear: (text: string, device: string) => void = () => undefined

const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()

/** Make a device as laboratories have them: some run, some are silent, some are due. */
function makeDevice(at: number): Device {
  const isSilent = at % 31 === 7
  return {
    uuid: uuidOf(at),
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    hostname: `cube-${at}`,
    serial_no: `S${at}`,
    name: `Device ${String((at * 7919) % 10_007).padStart(5, '0')}`,
    deviceType: at % 5 === 0 ? 'bgate' : 'bcube',
    model: at % 5 === 0 ? 'bGATE' : 'bCUBE 3',
    bkernel_version: `2.${at % 4}.${at % 7}`,
    cartridge_type: 'Wells16',
    wavelengths: ['FAM', 'VIC'],
    swarms: [],
    config: { 'calibration.last_at': days(at % 400) },
    status: '{"serial":"S","srv_status":0}',
    connected: isSilent ? '0' : '10',
    ...(isSilent && { disconnected_at: days(at % 9) }),
    busy: at % 3 === 0 ? 'Y' : 'N',
    active: 'Y',
    analysis_uuid: null,
  }
}

function documentOf(device: Device): LocalDocument {
  const { uuid, created_at } = device
  const kind = deviceEntity.kind
  const id = `${kind}|${uuid}`
  return {
    id,
    kind,
    uuid,
    seq: 1,
    created_at,
    body: { ...device },
    pending: [],
    journal: [],
    oldest: '',
  }
}

/** Keep documents in memory, where the product has a database: what the page does with a change is measured, not the disk. */
function makeStore(): LocalStore {
  const ofKind = (kind: string) => (kind === deviceEntity.kind ? fleet : [])
  const store: Pick<LocalStore, 'find' | 'newest' | 'slice' | 'onChange'> = {
    find: async (id) => {
      const device = fleet.find(({ uuid }) => id.endsWith(uuid))
      return device ? documentOf(device) : null
    },
    newest: async (kind, limit) => ofKind(kind).slice(0, limit).map(documentOf),
    slice: async (kind, after, rows) => {
      const from = after === '' ? 0 : Number(after)
      const found = ofKind(kind).slice(from, from + rows)
      const isLast = from + rows >= ofKind(kind).length
      return { documents: found.map(documentOf), last: isLast ? null : String(from + rows) }
    },
    onChange: (listener) => {
      change = listener
      return () => undefined
    },
  }
  return store as LocalStore
}

/** Show the page of so many devices, ordered by name, and wait until all of them are there. */
export async function mountFleet(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) fleet.push(makeDevice(at))
  await Promise.all(
    (['frame', 'device', 'view', 'lan', 'fleet', 'record', 'faults'] as const).map(completeTexts),
  )
  const model = new ReadModel(makeStore())
  const opened = records as unknown as { value: unknown }
  opened.value = { model, tell: () => undefined }
  history.replaceState(null, '', '/devices?view=fleet&sort=name')
  listenTo(fleet)
  createRoot(document.querySelector('#app') ?? document.body).render(<DevicesScreen />)
  await until(() => model.list(deviceEntity.kind).isWhole())
  await until(
    () => document.querySelector('[aria-busy="false"] [data-row]') !== null || rowsShown() > 5,
  )
}

/** Receive statuses as the live bus brings them. */
function listenTo(devices: readonly Device[]): void {
  const wanted: Wanted[] = [...recipientsOf(devices)].map(([topic, recipients]) => ({
    topic,
    recipients,
  }))
  const nothing = () => undefined
  const receiver = createReceiver(
    { onRun: nothing, onNotice: nothing, onError: nothing, onStatuses: keepStatuses },
    () => wanted,
  )
  hear = (text, device) => receiver.take(text, { topic: 'bcube-status', device })
}

const rowsShown = () => document.querySelectorAll('[data-row]').length

/** Type texts into the filter, one for each frame. */
export function timeFilter(texts: readonly string[]): Promise<FrameTimes> {
  const input = document.querySelector<HTMLInputElement>('input[type=search]')
  if (!input) throw new Error('There is no filter')
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  return timeFrames(texts.length, (frame) => {
    setValue?.call(input, texts[frame] ?? '')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Mark the thread of the page in a trace. */
export function mark(name: string): void {
  performance.mark(name)
}

/**
 * Change so many devices a second for some seconds, as pages of changes come, and as many statuses over the live bus. In each batch is one
 * of the rows in sight. Return the time from each of those changes to its paint, in ms.
 */
export async function changeStates(perSecond: number, seconds: number): Promise<number[]> {
  const everyMs = 100
  const each = Math.round((perSecond * everyMs) / 1000)
  const latencies: number[] = []
  const waiting: Promise<void>[] = []
  let next = 0
  const end = performance.now() + seconds * 1000
  for (let round = 0; performance.now() < end; round += 1) {
    const began = performance.now()
    const seen = rowInSight(round)
    const batch = [
      seen,
      ...Array.from({ length: each - 1 }, () => (next = (next + 37) % fleet.length)),
    ]
    change(batch.map(flip), false)
    waiting.push(painted(seen, began).then((took) => void latencies.push(took)))
    for (const at of batch) hear(statusOf(at), uuidOf(at))
    await new Promise((resolve) => setTimeout(resolve, began + everyMs - performance.now()))
  }
  await Promise.all(waiting)
  return latencies
}

const byName = new Map<string, number>()

/** Return the number of a device that is drawn: another one each time. */
function rowInSight(round: number): number {
  if (byName.size === 0) for (const [at, { name }] of fleet.entries()) byName.set(name, at)
  const rows = [...document.querySelectorAll('[data-row] strong')].slice(0, 12)
  const connected = rows
    .map((row) => byName.get(row.textContent) ?? -1)
    .filter((at) => at >= 0 && fleet[at]?.connected !== '0')
  const found = connected[round % connected.length]
  if (found === undefined) throw new Error('No row is in sight')
  return found
}

function flip(at: number): Change {
  const before = fleet[at] as Device
  const device: Device = { ...before, busy: before.busy === 'Y' ? 'N' : 'Y' }
  fleet[at] = device
  const document = documentOf(device)
  return { id: document.id, kind: document.kind, waits: false, read: () => document }
}

function statusOf(at: number): string {
  const { uuid, busy, bkernel_version } = fleet[at] as Device
  const health = { system_disk: 40, data_disk: 30, memory: 50, cpu: 10 }
  const payload = {
    uuid,
    status: '{"serial":"S","srv_status":0}',
    busy,
    block_temperature: 25,
    lid_temperature: 25,
    lid: 'closed',
    uptime: 1000,
    bkernel_version,
    health,
    run: null,
    pending: 0,
  }
  return JSON.stringify({ topic: 'bcube-status', uuid, at: new Date().toISOString(), payload })
}

/** Wait until a device's row says its state, and the frame with it is handed over. */
async function painted(at: number, began: number): Promise<number> {
  const { name, busy } = fleet[at] as Device
  const word = busy === 'Y' ? 'Busy' : 'Available'
  for (;;) {
    await nextFrame()
    const row = [...document.querySelectorAll('[data-row]')].find((one) =>
      one.textContent.includes(name),
    )
    if (!row || row.textContent.includes(word)) {
      await nextTurn()
      return performance.now() - began
    }
    if (performance.now() - began > 5000) return Number.POSITIVE_INFINITY
  }
}

/** Open the page of a device of the list, and return the time to its first paint, in ms. */
export async function timeDevicePage(at: number): Promise<number> {
  const began = performance.now()
  history.pushState(null, '', `/devices?device=${uuidOf(at)}&page=health`)
  const { name } = fleet[at] as Device
  await until(() => document.querySelector('h1')?.textContent.includes(name) === true)
  await nextFrame()
  await nextTurn()
  const took = performance.now() - began
  history.pushState(null, '', '/devices?view=fleet&sort=name')
  await until(() => rowsShown() > 5)
  return took
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const end = performance.now() + 20_000; !isTrue();) {
    if (performance.now() > end) throw new Error('It did not come within 20 s')
    await nextFrame()
  }
}
