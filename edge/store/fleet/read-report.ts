import type { FleetDevice, FleetReport, UpdateOrder } from '../../fleet/report.ts'
import { openRecord } from '../open-record.ts'
import type { Sql } from '../sql.ts'

/** Most orders of a device in a report: the newest of each version. */
const mostOrders = 8

/** Kinds of records whose changes are reported to the index of the fleet. */
export const followedKinds = ['device', 'swarm', 'command', 'company'] as const

/** Return true where a record of these kinds has changed after a `seq`. */
export function hasChanged(sql: Sql, seq: number): boolean {
  const some = `SELECT 1 FROM records WHERE kind IN ('device', 'swarm', 'company') AND seq > ?1
    UNION ALL SELECT 1 FROM records WHERE kind = 'command' AND seq > ?1 AND ${isUpdate} LIMIT 1`
  return sql.first(some, seq) !== null
}

const isUpdate = `json_extract(body, '$.command.name') = 'UPDATE'`

/**
 * Read the report of this company to the index of the fleet: what has changed after a `seq`, or everything.
 * @param from null for everything.
 * @param noticed devices that have said something about an update since, which changes no record.
 */
export function readReport(
  sql: Sql,
  from: number | null,
  noticed: readonly string[],
): Pick<FleetReport, 'devices' | 'swarms' | 'gone'> {
  const swarms = readChanged(sql, 'swarm', from)
  const devices = readChanged(sql, 'device', from)
  const others = from === null ? [] : [...noticed, ...listOrdered(sql, from)]
  const known = new Set(devices.there.map(({ uuid }) => uuid))
  const bodies = [
    ...devices.there,
    ...readNamed(
      sql,
      others.filter((uuid) => !known.has(uuid)),
    ),
  ]
  return {
    devices: describe(sql, bodies),
    swarms: swarms.there.map(({ body }) => {
      const { uuid, name } = openRecord('swarm', body)
      return { uuid, name }
    }),
    gone: [...devices.gone, ...swarms.gone],
  }
}

interface Body {
  [column: string]: string
  uuid: string
  body: string
}

function readChanged(
  sql: Sql,
  kind: 'device' | 'swarm',
  from: number | null,
): { there: Body[]; gone: string[] } {
  const there = sql.all<Body>(
    'SELECT uuid, body FROM records WHERE kind = +? AND seq > ? AND deleted_at IS NULL',
    kind,
    from ?? 0,
  )
  if (from === null) return { there, gone: [] }
  const gone = sql.all<{ uuid: string }>(
    'SELECT uuid FROM records WHERE kind = +? AND seq > ? AND deleted_at IS NOT NULL',
    kind,
    from,
  )
  return { there, gone: gone.map(({ uuid }) => uuid) }
}

/** List devices for which an order of a version has changed. */
function listOrdered(sql: Sql, from: number): string[] {
  return sql
    .all<{ uuid: string }>(
      `SELECT DISTINCT json_extract(body, '$.device_uuid') AS uuid FROM records
       WHERE kind = 'command' AND seq > ? AND ${isUpdate}`,
      from,
    )
    .map(({ uuid }) => uuid)
}

/** List the devices that have said since a moment how far an update is. */
export function listUpdated(sql: Sql, since: string): string[] {
  return sql
    .all<{ uuid: string }>(
      `SELECT device_uuid AS uuid FROM device_info
       WHERE heard_at >= ? AND json_extract(body, '$.measured.update') IS NOT NULL`,
      since,
    )
    .map(({ uuid }) => uuid)
}

function readNamed(sql: Sql, uuids: readonly string[]): Body[] {
  if (uuids.length === 0) return []
  return sql.all<Body>(
    `SELECT uuid, body FROM records WHERE kind = 'device' AND deleted_at IS NULL
       AND uuid IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...new Set(uuids)]),
  )
}

/** Choose the facts of devices that leave the company's store: no person and no reason of one is among them. */
function describe(sql: Sql, bodies: readonly Body[]): FleetDevice[] {
  if (bodies.length === 0) return []
  const uuids = JSON.stringify(bodies.map(({ uuid }) => uuid))
  const orders = readOrders(sql, uuids)
  const updates = readUpdates(sql, uuids)
  return bodies.map(({ body }) => {
    const device = openRecord('device', body)
    const { uuid, created_at, name, serial_no, model, bkernel_version, swarms, connected } = device
    const { merged_swarms, disconnected_at, postponed } = device
    return {
      uuid,
      created_at,
      name,
      serial_no,
      model,
      bkernel_version,
      swarms,
      connected,
      ...(merged_swarms && { merged_swarms }),
      ...(disconnected_at && { disconnected_at }),
      ...(postponed && {
        postponed: { version: postponed.version, until: postponed.until, at: postponed.at },
      }),
      orders: orders.get(uuid) ?? [],
      told: updates.get(uuid) ?? null,
    }
  })
}

function readOrders(sql: Sql, uuids: string): Map<string, UpdateOrder[]> {
  // Use that SQLite gives the columns of the row that has the `max` of a group.
  const rows = sql.all<{ device: string; newest: string; [column: string]: string }>(
    `SELECT json_extract(body, '$.device_uuid') AS device, json_extract(body, '$.command.version') AS version,
       json_extract(body, '$.state') AS state, json_extract(body, '$.reason') AS reason,
       json_extract(body, '$.updated_at') AS updated_at, max(created_at) AS newest
     FROM records WHERE kind = 'command' AND json_extract(body, '$.device_uuid') IN (SELECT value FROM json_each(?))
       AND ${isUpdate} GROUP BY 1, 2 ORDER BY newest DESC`,
    uuids,
  )
  const found = new Map<string, UpdateOrder[]>()
  for (const { device, newest, ...order } of rows) {
    const some = found.get(device) ?? []
    if (some.length < mostOrders) some.push({ ...order, created_at: newest } as UpdateOrder)
    found.set(device, some)
  }
  return found
}

function readUpdates(sql: Sql, uuids: string): Map<string, NonNullable<FleetDevice['told']>> {
  const rows = sql.all<{ uuid: string; told: string; heard_at: string }>(
    `SELECT device_uuid AS uuid, json_extract(body, '$.measured.update') AS told, heard_at FROM device_info
     WHERE device_uuid IN (SELECT value FROM json_each(?)) AND json_extract(body, '$.measured.update') IS NOT NULL`,
    uuids,
  )
  return new Map(
    rows.map(({ uuid, told, heard_at }) => [
      uuid,
      { ...(JSON.parse(told) as Omit<NonNullable<FleetDevice['told']>, 'heard_at'>), heard_at },
    ]),
  )
}
