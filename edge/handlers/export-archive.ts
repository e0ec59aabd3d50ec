import { canonicalJson } from '../../domain/canonical.ts'
import type { CallFile } from '../../domain/call.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import { contentSigned } from '../../domain/trail/signed.ts'
import type { Part } from '../../workers/files/bca/manifest.ts'
import { ArchiveWriter } from '../../workers/files/bca/write.ts'
import { finishInSlices } from '../../workers/slices.ts'
import { version } from '../../package.json'
import { readBlob } from '../files/blobs.ts'
import type { AccountContext } from '../context.ts'
import { findCompany } from '../directory/companies.ts'
import { unwrap } from '../outcome.ts'
import { sha256Hex } from '../crypto/secret.ts'
import { nameInstrument } from '../reports/name-device.ts'
import { findCorrection, markCorrection } from '../reports/say-correction.ts'
import { fileName } from '../files/file-name.ts'

/**
 * Write an analysis with all that is needed to see it and calculate it again elsewhere, as one file (docs/bca.md).
 * Leaves out what the caller may not see; names in its list what has no room.
 * @throws Fault `refused` with reason `no_results` for what has not been run.
 */
export async function writeArchive(context: AccountContext, record: Analysis): Promise<CallFile> {
  const { env, company } = context
  if (record.curves_hash === null || record.results.length === 0) {
    throw new Fault('refused', 'Not found samples', { reason: 'no_results' })
  }
  const archive = new ArchiveWriter()
  await put(archive, 'analysis.json', 'analysis', encode(record))
  await put(archive, 'curves.bcrv', 'curves', await readBlob(env, company, record.curves_hash))
  // Put the newest results first: they are what has to be there.
  for (const [index, { hash }] of [...record.results.entries()].reverse()) {
    const name = `results/${String(index + 1).padStart(3, '0')}.json`
    await put(archive, name, 'results', await readBlob(env, company, hash))
  }
  await addMethods(archive, context, record)
  await addHistory(archive, context, record)
  await addFiles(archive, context, record)
  const known = await findCompany(env.DIRECTORY, company)
  const correctedBy = await findCorrection(context, record)
  const bytes = await finishInSlices(
    archive.finish({
      product: { name: 'bApp', version },
      written_at: new Date().toISOString(),
      company: { uuid: company, name: known?.name ?? company },
      analysis: {
        uuid: record.uuid,
        name: record.name,
        status: record.status,
        record_hash: sha256Hex(canonicalJson(contentSigned(record))),
        instrument: await nameInstrument(context, record),
        ...(correctedBy !== undefined && { superseded_by: correctedBy }),
      },
    }),
  )
  const name = fileName(record.name, `${markCorrection(record, correctedBy)}.bca`)
  return { bytes, type: 'application/vnd.bapp.bca+zip', name }
}

/** Add recipe and protocol while they are still the ones the run used; the record holds the method itself. */
async function addMethods(
  archive: ArchiveWriter,
  { own, by }: AccountContext,
  { method }: Analysis,
): Promise<void> {
  const used = [
    ['recipe', method.recipe_uuid, method.recipe_version],
    ['protocol', method.protocol_uuid, method.protocol_version],
  ] as const
  for (const [kind, uuid, wanted] of used) {
    if (uuid === null || !by.sight.kinds.includes(kind)) continue
    const found = await own.get(kind, uuid, by.sight)
    if (!found.ok || found.value['version'] !== wanted) continue
    await put(archive, `methods/${kind}.json`, kind, encode(found.value))
  }
}

/** Add the entries of the record, with their proof for people who may export the trail. */
async function addHistory(
  archive: ArchiveWriter,
  { own, by }: AccountContext,
  { uuid }: Analysis,
): Promise<void> {
  await put(
    archive,
    'audit.json',
    'audit',
    encode(await unwrap(own.audit('analysis', uuid, by.sight))),
  )
  if (!can(by.permissions, auditCalls.exportRecord.needs)) return
  const bundle = await unwrap(own.exportRecord('analysis', uuid))
  await put(archive, 'trail.bapp-record.json', 'trail', new TextEncoder().encode(bundle))
}

/** Add the instrument's file, and images and other files of the record. */
async function addFiles(
  archive: ArchiveWriter,
  context: AccountContext,
  { uuid, source }: Analysis,
): Promise<void> {
  const { own, by } = context
  // Put no archive into the archive: its own list says where the run came from.
  if (source && source.format !== 'bca') {
    await put(
      archive,
      'source/file',
      'source',
      await readBlob(context.env, context.company, source.file_hash),
    )
  }
  if (!by.sight.kinds.includes('attachment')) return
  const filter = { fields: { resource_kind: 'analysis', resource_uuid: uuid } }
  const query = { limit: '100', order: 'created_at ASC' } as const
  const { data } = await unwrap(own.list('attachment', query, by.sight, filter))
  for (const [index, file] of data.entries()) {
    const name = `attachments/${String(index + 1).padStart(3, '0')}-${file.name}`
    await addFile(archive, context, {
      name,
      role: 'attachment',
      size: file.size,
      sha256: file.content_hash,
    })
  }
}

async function addFile(
  archive: ArchiveWriter,
  { env, company }: AccountContext,
  part: Part,
): Promise<void> {
  if (!archive.hasRoom(part.size)) return archive.leaveOut(part)
  await put(archive, part.name, part.role, await readBlob(env, company, part.sha256))
}

/** Write a part, and let other requests go first between its pieces. */
function put(archive: ArchiveWriter, ...part: Parameters<ArchiveWriter['add']>): Promise<void> {
  return finishInSlices(archive.add(...part))
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalJson(value))
}
