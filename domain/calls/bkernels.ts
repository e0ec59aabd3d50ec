import * as v from 'valibot'
import { post, search } from '../call.ts'
import { Bkernel, bkernel } from '../entities/bkernel.ts'
import { ContentHash, Day, Name, Text, Uuid, Version } from '../fields.ts'
import { createFormRow, createRow, deleteRow, editRow, formRow, SearchBody } from './record-rows.ts'
import { byId, Page, PageQuery, Reason } from './shapes.ts'

const timeout = 60_000

const fields = {
  name: Name,
  version: Version,
  models: Bkernel.entries.models,
  notes: Text,
  released_at: Day,
  unsupported_from: v.nullable(Day),
  file_hash: v.nullable(ContentHash),
}

/** A version as it is offered: with the days that are left of its support, from the server's clock (decisions D13). */
export const OfferedBkernel = v.strictObject({
  ...Bkernel.entries,
  days_left: v.nullable(v.number()),
})
export type OfferedBkernel = v.InferOutput<typeof OfferedBkernel>

const links = { company_uuids: v.optional(v.array(Uuid)), device_uuids: v.optional(v.array(Uuid)) }

function linkRow<const Path extends string>(path: Path) {
  return post(path, {
    needs: 'bkernels.linkVersions',
    params: byId,
    body: v.strictObject({ ...links, reason: v.optional(Reason) }),
    data: Bkernel,
    timeout,
  })
}

export const bkernelCalls = {
  /**
   * Versions that the company may use. With `device_uuid` those that this device may be updated to: newer than what
   * it runs, for its model, released and still supported (decisions D30).
   */
  search: search('/bkernel/search', {
    needs: 'bkernels.search',
    query: PageQuery,
    body: v.optional(
      v.strictObject({
        ...SearchBody(bkernel).wrapped.entries,
        device_uuid: v.optional(Uuid),
      }),
    ),
    data: Page(OfferedBkernel),
    // A device is updated in the local network to a version that was offered before.
    offline: 'cached',
  }),
  createForm: createFormRow(bkernel, 'bkernels.create'),
  create: createRow(
    bkernel,
    'bkernels.create',
    {
      ...fields,
      unsupported_from: v.optional(fields.unsupported_from),
      file_hash: v.optional(fields.file_hash),
    },
    { timeout },
  ),
  editForm: formRow(bkernel, 'edit', 'bkernels.edit'),
  edit: editRow(bkernel, 'bkernels.edit', fields, { timeout }),
  linkForm: formRow(bkernel, 'link', 'bkernels.linkVersions'),
  link: linkRow('/bkernel/link/:id'),
  unlinkForm: formRow(bkernel, 'unlink', 'bkernels.linkVersions'),
  unlink: linkRow('/bkernel/unlink/:id'),
  delete: deleteRow(bkernel, 'bkernels.delete', { timeout }),
}
