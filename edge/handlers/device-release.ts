import type { CallFile, CallInput } from '../../domain/call.ts'
import type { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import type { Bkernel } from '../../domain/entities/bkernel.ts'
import { Fault } from '../../domain/fault.ts'
import { releaseMs, type SignedRelease } from '../../domain/live/signed-release.ts'
import { isOffered } from '../../domain/rules/bkernel.ts'
import type { DeviceContext } from '../context.ts'
import { findProvider } from '../directory/companies.ts'
import { signRelease } from '../crypto/lan-key.ts'
import { readReleaseFile } from '../files/release-files.ts'
import { unwrap } from '../outcome.ts'

/** Most bytes of an image in one answer: a device keeps each piece and continues behind it after a break. */
const pieceBytes = 256 * 1024

/** Describe a version that the device is offered, signed for this device. @throws Fault as `findImage` */
export async function describeRelease(
  { params }: CallInput<typeof deviceLinkCalls.release>,
  context: DeviceContext,
): Promise<SignedRelease> {
  const { env, company, device } = context
  const { version, models, rollout, hash, size } = await findImage(params.version, context)
  const release = {
    company,
    device,
    version,
    models,
    file_hash: hash,
    file_size: size,
    ...(rollout?.plan?.window && { window: rollout.plan.window }),
    expires_at: new Date(Date.now() + releaseMs).toISOString(),
  }
  return { ...release, signature: signRelease(env, release) }
}

/** Order the version that this device has to install by now, if there is one (decision 87). */
export async function orderDueUpdate({
  env,
  own,
  store,
  company,
  device,
  by,
}: DeviceContext): Promise<{ ordered: string | null }> {
  const subject = await unwrap(own.ask({ name: 'softwareOf', uuid: device }, by.sight))
  const provider = await findProvider(env.DIRECTORY)
  if (!subject || !provider) return { ordered: null }
  const asked = { name: 'versionsInstalling', model: subject.model } as const
  const known = await unwrap(store(provider.uuid).ask(asked, by.sight))
  const today = new Date().toISOString().slice(0, 10)
  const reader = { company, device: subject, manages: false, today }
  const offered = known.filter((one) => isOffered(one, reader))
  if (offered.length === 0) return { ordered: null }
  const entry = await unwrap(own.orderDue(device, offered))
  return { ordered: entry?.command.name === 'UPDATE' ? entry.command.version : null }
}

/** Give a file of release metadata: it is the same for all devices. @throws Fault `not_found` */
export async function giveMetadata(
  { params }: CallInput<typeof deviceLinkCalls.metadata>,
  { env }: DeviceContext,
): Promise<CallFile> {
  return { bytes: await readReleaseFile(env, params.name), type: 'application/octet-stream' }
}

/** Give the next piece of the image of a version that the device is offered. @throws Fault as `findImage` */
export async function readImagePiece(
  { params, query }: CallInput<typeof deviceLinkCalls.image>,
  context: DeviceContext,
): Promise<CallFile> {
  const { name, size } = await findImage(params.version, context)
  const offset = Number(query.from)
  if (offset >= size) {
    throw new Fault('invalid', 'The image ends before this byte', {
      field: 'query.from',
      reason: 'out_of_range',
      params: { limit: size },
    })
  }
  const length = Math.min(pieceBytes, size - offset)
  const piece = await context.env.BLOBS.get(name, { range: { offset, length } })
  if (!piece) throw new Fault('not_found', 'No such file')
  return { bytes: new Uint8Array(await piece.arrayBuffer()), type: 'application/octet-stream' }
}

/**
 * Find the image of a version that this device is offered now (decision D30).
 * @throws Fault `not_found` for any other version, and `refused` for one without an image.
 */
async function findImage(
  version: string,
  { env, own, store, company, device, by }: DeviceContext,
): Promise<
  Pick<Bkernel, 'version' | 'models' | 'rollout'> & { hash: string; name: string; size: number }
> {
  const subject = await unwrap(own.ask({ name: 'softwareOf', uuid: device }, by.sight))
  const provider = await findProvider(env.DIRECTORY)
  if (!subject || !provider) throw notOffered()
  const known = await unwrap(store(provider.uuid).ask({ name: 'versionsNamed', version }, by.sight))
  const today = new Date().toISOString().slice(0, 10)
  const reader = { company, device: subject, manages: false, today }
  const offered = known.find((one) => isOffered(one, reader))
  if (!offered) throw notOffered()
  const { models, rollout, file_hash: hash } = offered
  const name = `${provider.uuid}/${hash}`
  const kept = hash === null ? null : await env.BLOBS.head(name)
  if (hash === null || !kept) {
    throw new Fault('refused', 'There is no image of this version', {
      reason: 'version_without_hash',
    })
  }
  return { version, models, rollout, hash, name, size: kept.size }
}

function notOffered(): Fault {
  return new Fault('not_found', 'This version is not offered for this device', {
    reason: 'version_not_offered',
  })
}
