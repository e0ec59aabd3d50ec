import { deviceActions } from '../../domain/actions/device.ts'
import type { CallInput } from '../../domain/call.ts'
import type { deviceCalls } from '../../domain/calls/devices.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext, Store } from '../context.ts'
import { changeDeviceKey, findDevices } from '../directory/devices.ts'
import { closeDeviceLink } from '../live/tell-people.ts'
import { unwrap } from '../outcome.ts'
import { actInVisit } from '../reach.ts'
import { makeSecret, sha256Hex } from '../crypto/secret.ts'
import { replaceKey } from './replace-key.ts'
import type { By } from '../store/by.ts'
import type { StoredBody } from '../store/operations.ts'
import { mustHold } from '../store/right.ts'

type Order = CallInput<typeof deviceCalls.migrate>

/**
 * Move a device to another company: it leaves the old company's store (refused while a run is on it), and the service carries it to the
 * new one's (store/departures.ts). Runs, messages and files stay with the old company.
 */
export async function migrateDevice(
  { params, body }: Order,
  context: AccountContext,
): Promise<{ device: Device; key: string | null }> {
  const { own, by, opId, company, env } = context
  const uuid = params.id
  // Read the device before anything else is answered: the caller sees it, or saw it leave.
  const record = await readLeaving(uuid, { own, by })
  const target = await openTarget(body.company_uuid, context)
  const move = { uuid, reason: body.reason, opId, env, record }
  const device = await carryDevice(move, { own, by, company }, target)
  const key = body.new_key ? makeSecret() : null
  if (key) {
    const changed = { uuid, company: target.company, keyHash: sha256Hex(key) }
    await replaceKey(target.own, uuid, async () => {
      await changeDeviceKey(env.DIRECTORY, changed)
      // Close the link that it may have opened there with the old key since it arrived.
      await closeDeviceLink(env, target.company, uuid)
    })
  }
  return { device, key }
}

/** Store of a company, and the person or part of the service that acts in it. */
interface Place {
  own: Store
  by: By
  company: string
}

interface Leaving {
  body: StoredBody & { name: string }
  isGone: boolean
  /** Company that it is on its way to. */
  to: string | null
}

/** Return the record of a device that is in the store of a company, or has just left it. @throws Fault `not_found` */
export async function readLeaving(
  uuid: string,
  { own, by }: Omit<Place, 'company'>,
): Promise<Leaving> {
  const gone = await unwrap(own.ask({ name: 'departedDevice', uuid }, by.sight))
  if (gone) return { ...gone, isGone: true }
  const body = await unwrap(own.ask({ name: 'wholeDevice', uuid }, by.sight))
  return { body, isGone: false, to: null }
}

interface Carry {
  uuid: string
  reason: string
  opId: string
  env: Env
  record: Leaving
}

/**
 * Carry a device from the store of one company to that of another. Both companies are asked before it leaves. After that the service
 * brings it there by itself, and at once where it is asked again.
 * @throws Fault `not_found` for a device that neither of them has, and for one that has left for a third.
 */
export async function carryDevice(
  { uuid, reason, opId, env, record }: Carry,
  from: Place,
  target: Place,
): Promise<Device> {
  const [known] = await findDevices(env.DIRECTORY, [uuid])
  if (known?.company_uuid !== from.company && known?.company_uuid !== target.company) {
    throw new Fault('not_found', 'No such device')
  }
  if (record.to === target.company) await from.own.carryDevices()
  else {
    const { name } = record.body
    const { by } = target
    const query = { name: 'checkArrival', uuid, device: name, by } as const
    if (!record.isGone) await unwrap(target.own.ask(query, by.sight))
    const order = { uuid, name, reason, to: target.company, actor: by.actor }
    await unwrap(from.own.sendDevice(order, opId, from.by))
  }
  return await readArrived(uuid, from, target)
}

/** @throws Fault `timeout` while it is on its way: a store or the directory does not answer. */
async function readArrived(uuid: string, from: Place, { own, by }: Place): Promise<Device> {
  const found = await own.get('device', uuid, by.sight)
  if (found.ok) return found.value
  const gone = await unwrap(from.own.ask({ name: 'departedDevice', uuid }, from.by.sight))
  if (gone?.to) throw new Fault('timeout', 'The device is on its way, and arrives by itself')
  return await unwrap(found)
}

/** @throws Fault `invalid` for the same company and for one out of reach, which are answered alike for all but the own. */
async function openTarget(wanted: string, context: AccountContext): Promise<AccountContext> {
  const field = 'company_uuid'
  if (wanted === context.company) {
    throw new Fault('invalid', 'Choose a different company', { field, reason: 'same_company' })
  }
  const target = await actInVisit(context, wanted).catch((error: unknown) => {
    if (!(error instanceof Fault) || error.code !== 'not_found') throw error
    throw new Fault('invalid', 'No such company', { field, reason: 'company_unknown' })
  })
  mustHold(deviceActions.register.needs, target.by)
  return target
}
