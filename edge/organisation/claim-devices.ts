import { deviceActions } from '../../domain/actions/device.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { Founding } from '../../domain/entities/founding.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { migrateDevice } from './move-device.ts'
import { unwrap } from '../outcome.ts'
import { maySee } from '../store/lists.ts'
import { mustHold } from '../store/right.ts'

type Claimed = Founding['claimed'][number]
type Why = Founding['waiting'][number]['why']

/**
 * Move the devices of a founding from the provider's stock to the company. A device that is nowhere in the stock, or cannot leave
 * it now, waits with its reason; asking again tries it again. Devices of other companies are never taken: they look like unknown ones.
 */
export async function claimDevices(
  { devices, claimed: before }: Founding,
  swarms: readonly string[],
  { context, there }: { context: AccountContext; there: AccountContext },
): Promise<Pick<Founding, 'claimed' | 'waiting'>> {
  mustHold(deviceActions.migrate.needs, context.by)
  const claimed: Claimed[] = before.filter(({ id }) => devices.includes(id))
  const waiting: Founding['waiting'] = []
  for (const id of new Set(devices)) {
    if (claimed.some((one) => one.id === id)) continue
    // Claim one after the other: each is three steps in three places, which a break leaves at one device only.
    // oxlint-disable-next-line no-await-in-loop
    const found = await claimDevice(id, { context, there })
    if ('why' in found) waiting.push({ id, why: found.why })
    else {
      claimed.push({ uuid: found.uuid, id, name: found.name })
      // oxlint-disable-next-line no-await-in-loop
      if (swarms.length > 0) await linkDevice(found.uuid, swarms, there)
    }
  }
  return { claimed, waiting }
}

interface Places {
  context: AccountContext
  there: AccountContext
}

async function claimDevice(id: string, { context, there }: Places): Promise<Device | { why: Why }> {
  // Look for the device there, since an earlier claim may have broken off after the move.
  const arrived = await findDevice(id, there)
  if (arrived) return arrived
  const stock = await findDevice(id, context)
  if (!stock) return { why: 'not_in_stock' }
  // Refuse a device that the company would not see because its capability for such devices is off.
  if (!maySee('device', stock, there.by.sight)) return { why: 'not_enabled' }
  const body = { company_uuid: there.company, reason: 'founding' }
  try {
    const opId = `${context.opId}:${stock.uuid}`
    const input = { params: { id: stock.uuid }, query: undefined, body }
    return (await migrateDevice(input, { ...context, opId })).device
  } catch (error) {
    if (error instanceof Fault && error.details[0]?.reason === 'name_taken') {
      return { why: 'name_taken' }
    }
    if (error instanceof Fault && error.code === 'refused') {
      return { why: stock.busy === 'Y' || stock.analysis_uuid ? 'busy' : 'refused' }
    }
    throw error
  }
}

/** Find a device of a company by its serial number, or by its id as labels may carry it. */
async function findDevice(id: string, { own, by }: AccountContext): Promise<Device | null> {
  const byId = await own.get('device', id.toLowerCase(), by.sight)
  if (byId.ok) return byId.value
  const fields = { serial_no: id }
  const query = { limit: '2' }
  const { data } = await unwrap(own.list('device', query, by.sight, { fields }))
  return data[0] ?? null
}

async function linkDevice(
  uuid: string,
  swarms: readonly string[],
  { own, by, opId }: AccountContext,
): Promise<void> {
  mustHold(deviceCalls.link.needs, by)
  const edit = {
    type: 'record.edit',
    kind: 'device',
    uuid,
    patch: { swarms: [...swarms] },
  } as const
  await unwrap(own.change({ ...edit, action: 'device.link' }, `${opId}:link:${uuid}`, by))
}
