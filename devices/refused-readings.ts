import { cartridges } from '../domain/catalog/cartridges.ts'
import { Fault } from '../domain/fault.ts'
import type { Reading } from '../domain/live/event.ts'
import { type RunRecord, stepsOf } from './run-record.ts'
import { type Store, transact } from './store.ts'

/**
 * Readings that the service refuses because they cannot have been measured. The device keeps them as measured and delivers
 * the point as one that could not be read, so that one bad point never holds back the rest of its run.
 */

/** Return the fields that the service refused in a delivery; none for a failure of another kind. */
export function refusedFields(error: unknown): string[] {
  if (!(error instanceof Fault) || error.code !== 'invalid') return []
  return error.details.flatMap(({ field }) => (field === undefined ? [] : [field]))
}

/** Note which readings of a delivery were refused. @returns how many had not been refused before. */
export function noteRefused(
  store: Store,
  analysisUuid: string,
  readings: readonly Reading[],
  fields: readonly string[],
): number {
  return transact(store, () => {
    let noted = 0
    for (const field of fields) {
      const [list, at = '', ...place] = field.split('.')
      const reading = list === 'readings' ? readings[Number(at)] : undefined
      if (!reading) continue
      const { changes } = store
        .prepare(
          'INSERT OR IGNORE INTO refused_reading (analysis_uuid, phase, point, field) VALUES (?, ?, ?, ?)',
        )
        .run(analysisUuid, reading.phase, reading.index, place.join('.'))
      noted += Number(changes)
    }
    return noted
  })
}

/**
 * Return readings as they are delivered: a refused one without values, a refused temperature as the programme plans it, and a
 * refused time as 0.
 */
export function asDelivered(store: Store, run: RunRecord, readings: readonly Reading[]): Reading[] {
  const fields = new Map<string, string[]>()
  const rows = store
    .prepare('SELECT phase, point, field FROM refused_reading WHERE analysis_uuid = ?')
    .all(run.order.analysis_uuid)
  for (const { phase, point, field } of rows) {
    const place = `${String(phase)} ${String(point)}`
    fields.set(place, [...(fields.get(place) ?? []), String(field)])
  }
  return readings.map((reading) => {
    const refused = fields.get(`${reading.phase} ${reading.index}`)
    return refused ? withoutValues(run, reading, refused) : reading
  })
}

function withoutValues(run: RunRecord, reading: Reading, refused: readonly string[]): Reading {
  const { process, cartridge_type } = run.order
  const { rows, columns } = cartridges[cartridge_type]
  const { phase, index, temperature, elapsed } = reading
  const planned = stepsOf(run).find(
    ({ measure }) => measure?.phase === phase && measure.index === index,
  )
  const unread = Array.from({ length: rows * columns }, () => null)
  return {
    phase,
    index,
    temperature: refused.includes('temperature') ? (planned?.temperature ?? 0) : temperature,
    elapsed: refused.includes('elapsed') ? 0 : elapsed,
    values: process.channels.map(() => unread),
  }
}
