import type { CallFile } from '../../domain/call.ts'
import { attachmentBytes, type attachmentCalls } from '../../domain/calls/attachments.ts'
import type { SearchBody } from '../../domain/calls/record-rows.ts'
import { attachableKinds, type Attachment, attachment } from '../../domain/entities/attachment.ts'
import { Fault } from '../../domain/fault.ts'
import { readBlob } from '../files/blobs.ts'
import type { AccountContext, Store } from '../context.ts'
import { findProvider } from '../directory/companies.ts'
import { keepFile } from '../keep-file.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { packFiles } from '../files/pack-files.ts'
import { filterOf, withoutNext } from './reads.ts'
import { deleteHandler } from './writes.ts'

const remove = deleteHandler(attachment)

export const attachments: Handlers<typeof attachmentCalls> = {
  search: async ({ query, body }, context) => {
    const { store, filter } = await narrow(body, context)
    return withoutNext(await unwrap(store.list('attachment', query, context.by.sight, filter)))
  },
  upload: async ({ body }, context) => {
    const { file, ...to } = body
    const { own, by, opId, company } = context
    // Read the record first: nothing is kept for somebody who does not see it, nor for one that takes no file.
    await mustSeeRecord(own, to, context)
    await unwrap(own.ask({ name: 'checkAttach', to, opId }, by.sight))
    const kept = await keepFile(
      file,
      { kinds: ['document', 'image', 'pdf', 'archive'], limit: attachmentBytes, company },
      context,
    )
    const change = { type: 'attachment.add', file: kept, to: { ...to, role: 'file' } } as const
    return await unwrap(own.change(change, opId, by))
  },
  download: async ({ query }, context) => {
    const files = await Promise.all(
      [...new Set(query.uuids.split(','))].map((uuid) => findFile(uuid, context)),
    )
    const size = files.reduce((sum, { record }) => sum + record.size, 0)
    if (size > attachmentBytes) {
      throw new Fault('refused', 'Choose fewer files', {
        field: 'query.uuids',
        reason: 'too_large',
        params: { limit: attachmentBytes },
      })
    }
    const [only] = files
    if (files.length === 1 && only) return readFile(only, context)
    const contents = new Map<string, Uint8Array>()
    for (const file of files) {
      const { bytes, name } = await readFile(file, context)
      contents.set(unusedName(name, contents), bytes)
    }
    return { bytes: packFiles(contents), type: 'application/zip', name: 'attachments.zip' }
  },
  delete: async (input, context) => {
    const record = await unwrap(context.own.get('attachment', input.params.id, context.by.sight))
    await mustSeeRecord(context.own, record, context)
    return remove(input, context)
  },
}

/** Limit a search to kinds that the account may see; files of kits are in the provider's store. */
async function narrow(body: SearchBody, context: AccountContext) {
  const { own, by } = context
  const filter = filterOf(body)
  const wanted = [filter.fields?.['resource_kind'] ?? attachableKinds].flat() as string[]
  const kinds = wanted.filter((kind) => by.sight.kinds.includes(kind))
  const record = filter.fields?.['resource_uuid']
  const limits = { ...filter, fields: { ...filter.fields, resource_kind: kinds } }
  if (wanted.length === 1 && wanted[0] === 'bkit') {
    return { store: await context.provider(), filter: limits }
  }
  // Require the device in the search for its files where some devices are hidden.
  const seen =
    typeof record === 'string' && (await own.get('device', record, by.sight)).ok
      ? kinds
      : kinds.filter((kind) => kind !== 'device' || !by.sight.closed?.length)
  return { store: own, filter: { ...limits, fields: { ...limits.fields, resource_kind: seen } } }
}

type Place = Pick<Attachment, 'resource_kind' | 'resource_uuid'>

/** @throws Fault `not_found` when the account does not see the record, or none of its kind. */
async function mustSeeRecord(store: Store, to: Place, { by }: AccountContext): Promise<void> {
  const { resource_kind: kind, resource_uuid: uuid } = to
  if (!by.sight.kinds.includes(kind)) throw new Fault('not_found', `No such ${kind}`)
  await unwrap(store.get(kind, uuid, by.sight))
}

interface FoundFile {
  record: Attachment
  company: string
}

/** Find a file of the company, or of a kit of the provider. @throws Fault `not_found` */
async function findFile(uuid: string, context: AccountContext): Promise<FoundFile> {
  const { own, by, company, env } = context
  const here = await own.get('attachment', uuid, by.sight)
  if (here.ok) return check(here.value, own, company)
  const provider = await findProvider(env.DIRECTORY)
  const store = provider && context.store(provider.uuid)
  const there = store && (await store.get('attachment', uuid, by.sight))
  const record = there?.ok ? there.value : null
  if (record?.resource_kind === 'bkit' && store) return check(record, store, provider.uuid)
  throw new Fault('not_found', 'No such attachment')

  async function check(found: Attachment, from: Store, owner: string): Promise<FoundFile> {
    try {
      await mustSeeRecord(from, found, context)
    } catch (error) {
      if (error instanceof Fault) throw new Fault('not_found', 'No such attachment')
      throw error
    }
    return { record: found, company: owner }
  }
}

async function readFile(
  { record, company }: FoundFile,
  { env }: AccountContext,
): Promise<CallFile & { name: string }> {
  const bytes = await readBlob(env, company, record.content_hash)
  return { bytes, type: record.mime_type, name: record.name }
}

/** `plate.png`, `plate (2).png`, … */
function unusedName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const dot = name.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let count = 1
  let unused = name
  while (taken.has(unused)) unused = `${stem} (${(count += 1)})${end}`
  return unused
}
