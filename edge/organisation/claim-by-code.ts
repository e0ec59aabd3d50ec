import { verify } from 'node:crypto'
import { deviceActions } from '../../domain/actions/device.ts'
import type { CallData, CallInput } from '../../domain/call.ts'
import type { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import type { deviceCalls } from '../../domain/calls/devices.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { claimText, readClaimCode } from '../../domain/live/device-claim.ts'
import type { AccountContext, DeviceContext } from '../context.ts'
import { findCompany, findProvider } from '../directory/companies.ts'
import {
  type AnsweredClaim,
  countWrongCode,
  findAnswered,
  findClaimState,
  keepAnswer,
  makeChallenge,
  takeClaim,
} from '../directory/device-claims.ts'
import { publicKeyObject } from '../crypto/ed25519.ts'
import { logFailure } from '../log.ts'
import { unwrap } from '../outcome.ts'
import { checkWait, claimBrake, noteFailure } from '../session/throttle.ts'
import { maySee } from '../store/lists.ts'
import { bySystem } from '../store/publications.ts'
import { carryDevice, readLeaving } from './move-device.ts'

type Offer = NonNullable<CallData<typeof deviceLinkCalls.hello>['claim']>

/** Return the challenge of a device that waits in the provider's stock; null for all others, and for one that has another key by now. */
export async function challengeDevice(
  { env, device, company, own, by }: DeviceContext,
  key: string | undefined,
): Promise<Offer | null> {
  if (key === undefined) return null
  const now = Date.now()
  const state = await findClaimState(env.DIRECTORY, { device, key, company }, now)
  if (state === 'not_in_stock') return null
  if (state === 'other_key') {
    logFailure('claim key of a device has changed', new Error(device))
    return null
  }
  const open = state === 'due' ? await renew() : state
  return open && { challenge: open.challenge, until: new Date(open.until).toISOString() }

  async function renew() {
    const { serial_no: serial } = await unwrap(own.get('device', device, by.sight))
    return await makeChallenge(env.DIRECTORY, { device, key: key as string, serial }, now)
  }
}

/** Keep the answer of a device to its challenge. @throws Fault `stale` for a challenge that is over. */
export async function keepClaimAnswer(
  { body }: CallInput<typeof deviceLinkCalls.claimAnswer>,
  { env, device }: DeviceContext,
): Promise<Record<string, never>> {
  const { challenge, signature: answer } = body
  if (await keepAnswer(env.DIRECTORY, { device, challenge, answer })) return {}
  throw new Fault('stale', 'This challenge is over: say hello again', { reason: 'claim_over' })
}

/**
 * Take a device out of the provider's stock into the caller's company: who types the code that it shows has it in hand, and the device has
 * signed that code. An unknown number, a wrong code and another company's device are answered alike.
 * @throws Fault `invalid` for a text that is no code; `refused` with `claim_refused`, or with `claim_not_enabled` for a kind of device that
 *   the company cannot use; `taken` for a name that the company has; `too_many`.
 */
export async function claimDevice(
  { body }: CallInput<typeof deviceCalls.claim>,
  context: AccountContext,
): Promise<Device> {
  const { env, account, company } = context
  const code = readClaimCode(body.code)
  if (code === null) {
    throw new Fault('invalid', 'A code is 8 letters and digits', {
      field: 'code',
      reason: 'claim_code',
    })
  }
  const brakes = [claimBrake(account.uuid)]
  const now = Date.now()
  await checkWait(env.DIRECTORY, brakes, now)
  const wanted = { serial: body.serial_no, company }
  const answered = await findAnswered(env.DIRECTORY, wanted, now)
  const claim = answered.find((one) => isSigned(one, code))
  if (!claim) {
    await countWrongCode(env.DIRECTORY, body.serial_no)
    await noteFailure(env.DIRECTORY, brakes, now)
    throw refused()
  }
  // Check the wait again: among many tries sent at once, the right one must not be answered either. Keep the failures: they were of other
  // devices, and a code that one has used can be sent again.
  await checkWait(env.DIRECTORY, brakes, now)
  return await take(claim, body.name, context)
}

function refused(): Fault {
  return new Fault('refused', 'No device with this number shows this code', {
    field: 'code',
    reason: 'claim_refused',
  })
}

function isSigned(claim: AnsweredClaim, code: string): boolean {
  const { device_uuid: device, challenge, public_key, answer } = claim
  const signature = Buffer.from(answer, 'base64url')
  if (signature.length !== 64) return false
  try {
    const key = publicKeyObject(Buffer.from(public_key, 'base64url'))
    return verify(null, Buffer.from(claimText({ device, challenge, code })), key, signature)
  } catch {
    // Refuse bytes that are no point of the curve.
    return false
  }
}

async function take(
  { device_uuid: uuid, challenge, company_uuid: present }: AnsweredClaim,
  name: string | undefined,
  context: AccountContext,
): Promise<Device> {
  const { env, company, own, by } = context
  // Look in the company's own store, since an earlier claim may have come as far as that.
  const there = present === company ? await own.get('device', uuid, by.sight) : null
  if (there?.ok) return there.value
  const provider = await findProvider(env.DIRECTORY)
  if (!provider) throw refused()
  if (provider.uuid === company) {
    throw new Fault('invalid', 'The device is in this company', { reason: 'same_company' })
  }
  const stock = {
    own: context.store(provider.uuid),
    by: { ...bySystem, permissions: [deviceActions.migrate.needs] },
    company: provider.uuid,
  }
  const record = await readLeaving(uuid, stock)
  // Refuse a device that would leave the stock for a company that cannot see it.
  if (!maySee('device', record.body, by.sight)) {
    throw new Fault('refused', 'The company is not enabled for such devices', {
      reason: 'claim_not_enabled',
    })
  }
  // Check this before the code is used and the device leaves the stock, which the service does in its own name.
  await unwrap(own.confirm(by))
  if (!(await takeClaim(env.DIRECTORY, { device: uuid, challenge, company }))) throw refused()
  const who = (await findCompany(env.DIRECTORY, company))?.name ?? company
  const reason = `Claimed with the code on its display by ${who}`
  const named = { ...record, body: { ...record.body, ...(name !== undefined && { name }) } }
  const move = { uuid, reason, opId: `claim:${challenge}`, env, record: named }
  return await carryDevice(move, stock, { own, by, company }).catch((error: unknown) => {
    if (!(error instanceof Fault) || error.details[0]?.reason !== 'name_taken') throw error
    throw new Fault('taken', 'The company has a device with this name', {
      field: 'name',
      reason: 'name_taken',
    })
  })
}
