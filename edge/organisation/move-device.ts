import { deviceActions } from '../../domain/actions/device.ts'
import type { CallInput } from '../../domain/call.ts'
import type { deviceCalls } from '../../domain/calls/devices.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext, Store } from '../context.ts'
import { changeDeviceKey, findDevices, moveDevice } from '../directory/devices.ts'
import { unwrap } from '../outcome.ts'
import { actInVisit } from '../reach.ts'
import { makeSecret, sha256Hex } from '../crypto/secret.ts'
import { replaceKey } from './replace-key.ts'
import { closeDeviceLink } from '../session/end-sessions.ts'
import type { By } from '../store/by.ts'
import type { StoredBody } from '../store/operations.ts'
import { mustHold } from '../store/right.ts'

type Order = CallInput<typeof deviceCalls.migrate>

/**
 * Move a device to another company. Three places change, each once by the same operation id: it leaves the old
 * company's store (refused while a run is on it), the directory reassigns it, the new one's store takes it. After a
 * break in between, the call sent again goes on from there. Runs, messages and files stay with the old company.
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
      // It may have connected there with the old one, since it arrived.
      await closeDeviceLink(env, target.company, uuid)
    })
  }
  await closeDeviceLink(env, company, uuid)
  return { device, key }
}

/** Store of a company, and the person or part of the service that acts in it. */
interface Place {
  own: Store
  by: By
  company: string
}

/** Return the record of a device that is in the store of a company, or has just left it. @throws Fault `not_found` */
export async function readLeaving(
  uuid: string,
  { own, by }: Omit<Place, 'company'>,
): Promise<{ body: StoredBody & { name: string }; isGone: boolean }> {
  const gone = await unwrap(own.ask({ name: 'departedDevice', uuid }, by.sight))
  if (gone) return { body: gone, isGone: true }
  return { body: await unwrap(own.ask({ name: 'wholeDevice', uuid }, by.sight)), isGone: false }
}

/** Carry a device from the store of one company to that of another; a call that is sent again goes on from where it broke off. */
export async function carryDevice(
  { uuid, reason, opId, env, record }: Carry,
  from: Place,
  target: Place,
): Promise<Device> {
  const [known] = await findDevices(env.DIRECTORY, [uuid])
  const isOnItsWay = known?.company_uuid === from.company
  if (!isOnItsWay && known?.company_uuid !== target.company) {
    throw new Fault('not_found', 'No such device')
  }
  if (!record.isGone) {
    await refuseTakenName({ uuid, name: record.body.name }, target)
    await unwrap(from.own.change({ type: 'device.leave', uuid, reason }, opId, from.by))
  }
  // Change the directory before the new store takes it: of several that ask, the directory gives it to one.
  if (isOnItsWay) await moveDevice(env.DIRECTORY, { uuid, from: from.company, to: target.company })
  return await adopt(record.body, { uuid, reason, opId, isOnItsWay }, target)
}

/**
 * Refuse before the device leaves: once it has left, nobody could rename it.
 * @throws Fault `taken` for a name that a device of the other company has, or one that looks like it.
 */
async function refuseTakenName(
  { uuid, name }: { uuid: string; name: string },
  { own, by }: Place,
): Promise<void> {
  const isTaken = await unwrap(own.ask({ name: 'isDeviceNameTaken', uuid, device: name }, by.sight))
  if (!isTaken) return
  throw new Fault('taken', 'The other company has a device with this name: rename this one first', {
    field: 'company_uuid',
    reason: 'name_taken',
  })
}

interface Carry {
  uuid: string
  reason: string
  opId: string
  env: Env
  record: Awaited<ReturnType<typeof readLeaving>>
}

interface Move {
  uuid: string
  reason: string
  opId: string
  /** The directory had not given it away before: a try at the same time may have come as far as the new store. */
  isOnItsWay: boolean
}

/** @throws Fault `not_found` for a device that went long ago and is there as any other. */
async function adopt(
  body: StoredBody,
  { uuid, reason, opId, isOnItsWay }: Move,
  { own, by }: Place,
): Promise<Device> {
  const change = { type: 'device.adopt', uuid, body, reason } as const
  // It may have been here before, with another key.
  await unwrap(own.voidReceipts(uuid, 'changed'))
  const outcome = await own.change(change, opId, by)
  if (outcome.ok) return outcome.value
  if (outcome.errors[0]?.reason !== 'wrong_state') return unwrap(outcome) as never
  if (!isOnItsWay) throw new Fault('not_found', 'No such device')
  return await unwrap(own.get('device', uuid, by.sight))
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
