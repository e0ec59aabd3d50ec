import * as v from 'valibot'
import { entity } from '../entity.ts'
import { ContentHash, FileName, stamps, Uuid } from '../fields.ts'

/** Kinds of record that files may be attached to. */
export const attachableKinds = [
  'analysis',
  'application',
  'bkit',
  'bkit_lot',
  'device',
  'instrument',
  'protocol',
  'recipe',
] as const
export type AttachableKind = (typeof attachableKinds)[number]

/** Parts that files play: `file` is a person's own, the others belong to what the record is and are replaced, not deleted. */
const attachmentRoles = ['file', 'datasheet', 'extraction', 'roi', 'evidence'] as const

/** A file of a record (decisions D2). The bytes are stored under the hash of their content. */
export const Attachment = v.strictObject({
  ...stamps,
  name: FileName,
  mime_type: v.pipe(v.string(), v.maxLength(100)),
  /** Bytes. */
  size: v.pipe(v.number(), v.integer(), v.minValue(1)),
  resource_kind: v.picklist(attachableKinds),
  resource_uuid: Uuid,
  role: v.picklist(attachmentRoles),
  user_uuid: Uuid,
  content_hash: ContentHash,
  /** Swarm of the record it belongs to: the store keeps it in step, so that sight follows. */
  swarm_uuid: v.nullable(Uuid),
})
export type Attachment = v.InferOutput<typeof Attachment>

export const attachment = entity({
  kind: 'attachment',
  path: '/attachments',
  permission: 'attachments.search',
  schema: Attachment,
  indexes: ['resource_uuid'],
  filters: ['resource_kind', 'resource_uuid', 'role', 'mime_type'],
  scope: 'swarm',
  local: null,
  trash: null,
})
