import { deviceActions } from '../../domain/actions/device.ts'
import { Fault } from '../../domain/fault.ts'
import { findCompany } from '../directory/companies.ts'
import { findDevices, moveDevice } from '../directory/devices.ts'
import { closeDeviceLink } from '../live/tell-people.ts'
import { logFailure } from '../log.ts'
import { type Outcome, unwrap } from '../outcome.ts'
import { systemActor } from './commands.ts'
import { listDepartures, type OnItsWay } from './departures.ts'
import { readCompanyId } from './meta.ts'
import type { OperationActor } from './operations.ts'
import { type OtherStore, otherStore } from './other-store.ts'
import { bySystem } from './publications.ts'
import type { Sql } from './sql.ts'
import { wakeBy } from './wake.ts'

/** Shortest pause before what did not arrive is carried again (ms). */
export const departureRestMs = 10_000
/** Longest one (ms): a company that was closed has its devices again when it is opened, which may be weeks later. */
const longestRestMs = 3_600_000

/** Carry the devices that have left to their new companies. A failure is logged, and carried again. */
export async function carryDepartures(
  storage: DurableObjectStorage,
  env: Env,
  sql: Sql,
  own: Pick<OtherStore, 'change'>,
): Promise<void> {
  for (const device of listDepartures(sql)) {
    try {
      // Carry one after the other: each is several steps, which a break leaves at one device only.
      // oxlint-disable-next-line no-await-in-loop
      await carry(device, { env, own, from: readCompanyId(sql) ?? '' })
      sql.run('DELETE FROM departures WHERE seq = ?', device.seq)
    } catch (error) {
      logFailure('device not carried to its new company', error)
      // oxlint-disable-next-line no-await-in-loop
      await wakeBy(storage, Date.now() + restOf(device))
    }
  }
}

/** Return the pause before a device is carried again (ms), which grows with the time that it has been on its way. */
function restOf({ at }: OnItsWay): number {
  const passed = Date.now() - Date.parse(at)
  return Math.min(Math.max(passed / 10, departureRestMs), longestRestMs)
}

interface Ways {
  env: Env
  own: Pick<OtherStore, 'change'>
  from: string
}

/** @throws Fault or what else keeps it on its way. */
async function carry(device: OnItsWay, { env, own, from }: Ways): Promise<void> {
  const { uuid, to, opId } = device
  if (!(await moveDevice(env.DIRECTORY, { uuid, from, to }))) {
    const [known] = await findDevices(env.DIRECTORY, [uuid])
    // Stop where it has arrived, and gone on from there.
    if (known && known.company_uuid !== from) return
    if (known) return await takeIn(own, device, `${opId}:back`, systemActor)
    // Refuse where it is nowhere: closing this company has taken its devices away
    // until it is opened again; closing the other one, after this one had arrived.
    if (await findCompany(env.DIRECTORY, to)) throw new Fault('not_found', 'No such device')
  }
  const there = otherStore(env, to)
  // Void its receipts there: it may have been there before, with another key.
  await settle(there.voidReceipts(uuid, 'changed'))
  await takeIn(there, device, opId, device.actor)
  await closeDeviceLink(env, from, uuid)
}

async function takeIn(
  store: Pick<OtherStore, 'change'>,
  { uuid, body, reason }: OnItsWay,
  opId: string,
  actor: OperationActor,
): Promise<void> {
  const by = { ...bySystem, actor, permissions: [deviceActions.register.needs] }
  await settle(store.change({ type: 'device.adopt', uuid, body, reason }, opId, by))
}

/** Pass over that the device is there already, and that the company was erased with all that was its own. */
async function settle(asked: Promise<Outcome<unknown>>): Promise<void> {
  const outcome = await asked
  const { code, reason } = (!outcome.ok && outcome.errors[0]) || {}
  if (reason !== 'wrong_state' && code !== 'not_found') await unwrap(outcome)
}
