import { attachmentCalls } from '../../domain/calls/attachments.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { bkitCalls } from '../../domain/calls/bkits.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { instrumentTypeCalls } from '../../domain/calls/instrument-types.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import type { Attachment } from '../../domain/entities/attachment.ts'
import type { Bkernel } from '../../domain/entities/bkernel.ts'
import type { Bkit } from '../../domain/entities/bkit.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { InstrumentType } from '../../domain/entities/instrument-type.ts'
import { type Lab, must, operatorHeaders, send, type Sender } from './lab.ts'
import { connectDevice, create, planFor } from './plan.ts'

/** A device of a company with its key, and the way it signs in. */
export interface TestDevice {
  uuid: string
  key: string
  sender: Sender
}

export async function makeDevice(
  company: string,
  changes: Partial<Device> & { name: string },
): Promise<TestDevice> {
  const uuid = crypto.randomUUID()
  const device = {
    uuid,
    hostname: `host-${uuid.slice(0, 8)}`,
    serial_no: `SN-${uuid.slice(0, 8)}`,
    deviceType: 'bgate',
    model: 'bGATE 96',
    bkernel_version: '2.9.4',
    cartridge_type: 'Wells96',
    wavelengths: ['FAM', 'VIC', 'ROX', 'CY5', 'QUASAR705'],
    swarms: [],
    ...changes,
  }
  const made = await must(
    send(operatorCalls.createDevice, {
      headers: operatorHeaders,
      body: { company_uuid: company, device },
    }),
  )
  const { key } = made.data
  return { uuid, key, sender: deviceSender(uuid, key) }
}

export function deviceSender(uuid: string, key: string): Sender {
  return (row, parts = {}) =>
    send(row, { ...parts, headers: { ...parts.headers, Authorization: `Device ${uuid}.${key}` } })
}

/** Start a run on this device of the lab. */
export async function startRun(lab: Lab, sender: Sender, device: TestDevice): Promise<string> {
  await connectDevice({ company: lab.company, device: device.uuid })
  const { uuid } = await create(sender, planFor(lab, { device_uuid: device.uuid }))
  const launched = await must(sender(analysisCalls.launch, { params: { id: uuid } }))
  const { uuid: command_uuid } = launched.data
  await must(device.sender(deviceLinkCalls.answer, { body: { command_uuid, state: 'accepted' } }))
  return uuid
}

export const bkernelBody = (name: string, changes: Partial<Bkernel> = {}) => ({
  name,
  version: `3.${Math.floor(Math.random() * 1e6)}.${Math.floor(Math.random() * 1e6)}`,
  models: ['bGATE 96'],
  notes: '',
  released_at: '2026-01-10',
  ...changes,
})

export async function makeBkernel(
  sender: Sender,
  name: string,
  changes: Partial<Bkernel> = {},
): Promise<Bkernel> {
  const made = await must(sender(bkernelCalls.create, { body: bkernelBody(name, changes) }))
  return made.data
}

/** Make a version with an image of its own. */
export async function makeImaged(
  sender: Sender,
  name: string,
  changes: Partial<Bkernel> = {},
): Promise<Bkernel> {
  const { uuid } = await makeBkernel(sender, name, changes)
  const body = form(new File([`image of ${name} ${uuid}`], 'image.bin'))
  return (await must(sender(bkernelCalls.image, { params: { id: uuid }, body }))).data
}

export const bkitBody = (name: string, changes: Partial<Bkit> = {}) => ({
  name,
  quantity: 96,
  expiry_date: '2027-06-30',
  production_start_date: '2026-05-01',
  production_end_date: '2026-05-04',
  production_site: 'Trieste',
  producer: 'Helix',
  assy_number: 'A-17',
  product_description: 'Mix and controls',
  ref: 'REF-1',
  part_number: 'PN-1',
  lot: 'L2026-05',
  ...changes,
})

export async function makeBkit(
  sender: Sender,
  name: string,
  changes: Partial<Bkit> = {},
): Promise<Bkit> {
  return (await must(sender(bkitCalls.create, { body: bkitBody(name, changes) }))).data
}

export async function makeType(sender: Sender, name: string): Promise<InstrumentType> {
  const body = { name, manufacturer: 'Maker', model: 'CFX96' }
  return (await must(sender(instrumentTypeCalls.create, { body }))).data
}

/** Make a form with one file and other fields. */
export function form(file: File, fields: object = {}): FormData {
  const data = new FormData()
  data.set('fields', JSON.stringify(fields))
  data.set('file', file)
  return data
}

export const pdf = (name = 'sheet.pdf', text = 'one') =>
  new File([`%PDF-1.7\n${text}`], name, { type: 'application/pdf' })

export async function attach(
  sender: Sender,
  to: { resource_kind: string; resource_uuid: string },
  file = new File(['a note'], 'note.txt', { type: 'text/plain' }),
): Promise<Attachment> {
  return (await must(sender(attachmentCalls.upload, { body: form(file, to) }))).data
}

/** Draw a plate of bright wells on dark, as a PGM. */
export function plate(rows: number, columns: number, pitch = 40): File {
  const [width, height] = [columns * pitch, rows * pitch]
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const bytes = new Uint8Array(header.length + width * height).fill(20)
  bytes.set(header)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [(x % pitch) - (pitch - 1) / 2, (y % pitch) - (pitch - 1) / 2]
      if (dx * dx + dy * dy < (pitch * pitch) / 10) bytes[header.length + y * width + x] = 180
    }
  }
  return new File([bytes], 'plate.pgm')
}
