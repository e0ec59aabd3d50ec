import type { Body } from '../../domain/trail/entry.ts'
import { makePacker } from './text-packer.ts'

/*
 * The body of a launch without most of its order, which names the programme and all wells once more and is three quarters of the record. SQL asks
 * it for its analysis alone; the rest is deflated in a column beside the body, so that the record does not take a page of the store for itself.
 */

/** A body as its row keeps it. */
export type KeptBody = {
  body: string
  /** Rest of an order beside its analysis, after the number of a dictionary. */
  packed_order: ArrayBuffer | null
}

/** Columns of a record by which `textOfBody` reads the text of its body. */
export const bodyColumns = 'records.body, records.packed_order'

/** Texts that orders have in common. */
export const orderDictionaries: readonly string[] = [
  '"quantity":1000},"kit":{"bkit_uuid":"","lot":"","use_by":"2027-"}{"name":"","cartridge_type":"Wells9","cartridge_type":"Wells36",' +
    '"cartridge_type":"Wells16","cartridge_type":"Wells96","process":{"lid_temperature":105,"channels":[' +
    '{"wavelength":"VIC","intensity":100,"exposure":50},{"wavelength":"ROX","intensity":100,"exposure":50},' +
    '{"wavelength":"CY5","intensity":100,"exposure":50},{"wavelength":"QUASAR705","intensity":100,"exposure":50},' +
    '{"wavelength":"FAM","intensity":100,"exposure":50}],"steps":[{"type":"temperature","temperature":37,"duration":120},' +
    '{"type":"temperature","temperature":72,"duration":30},{"type":"temperature","temperature":60,"duration":60,"measure":"real time"},' +
    '{"type":"temperature","temperature":95,"duration":15},{"type":"temperature","temperature":95,"duration":180},{"type":"loop","goto":1,' +
    '"repeat":39},{"type":"temperature","temperature":65,"duration":5,"temperature_change":0.5,"measure":"meltcurve"},' +
    '{"type":"loop","goto":5,"repeat":61}]},"swarm_uuid":"","wells":[' +
    ['unknown', 'standard', 'positive', 'negative', 'ntc']
      .map((type, at) => `{"well":"${'ABCDE'[at]}1","sample_type":"${type}","sample":${at}},`)
      .join(''),
]
/** Longest text of an order that is opened, in bytes. */
const mostBytes = 4_000_000
const packer = makePacker(orderDictionaries, mostBytes)

type Order = Readonly<Record<string, unknown>>

/**
 * Return the text of a body as its row is to keep it.
 * @param known the body itself, where it was read already.
 */
export function keepBody(kind: string, text: string, known?: Body): KeptBody {
  if (kind !== 'command') return { body: text, packed_order: null }
  const body = known ?? (JSON.parse(text) as Body)
  const command = body['command'] as { order?: Order }
  const { order } = command
  // Pack an order only if it can be put together again in the same spelling.
  if (!order || Object.keys(order)[0] !== 'analysis_uuid') return { body: text, packed_order: null }
  const { analysis_uuid, ...rest } = order
  const short = { ...body, command: { ...command, order: { analysis_uuid } } }
  return { body: JSON.stringify(short), packed_order: packer.pack(JSON.stringify(rest)) }
}

/**
 * Read the text of a body from its row. A row that was written over is read as it is, which is not what its entry says: one that does not
 * open, that has its order twice, or whose text may say two things.
 */
export function textOfBody({ body, packed_order }: KeptBody): string {
  if (packed_order === null) return body
  try {
    const kept = JSON.parse(body) as Body
    const command = kept['command'] as { order: Order }
    if (JSON.stringify(kept) !== body || Object.keys(command.order).join() !== 'analysis_uuid') {
      return body
    }
    const order = { ...command.order, ...(JSON.parse(packer.open(packed_order)) as Order) }
    return JSON.stringify({ ...kept, command: { ...command, order } })
  } catch {
    return body
  }
}
