import * as v from 'valibot'
import { analysisStatuses } from '../../../domain/entities/analysis.ts'
import { ContentHash, Name, Timestamp, Uuid } from '../../../domain/fields.ts'

/** Version of the format that is written, and the newest that is read (docs/bca.md). */
export const bcaVersion = 3

export const manifestName = 'manifest.json'

/** An archive holds no more, and unpacks to no more, than is taken again. */
export const bcaLimits = {
  fileBytes: 20 * 2 ** 20,
  members: 200,
  totalBytes: 48 * 2 ** 20,
  ratio: 100,
} as const

/** Roles of a part. An archive always has one `analysis`, one `curves` and the newest `results`. */
const partRoles = [
  'analysis',
  'curves',
  'results',
  'recipe',
  'protocol',
  'audit',
  'trail',
  'source',
  'attachment',
] as const

const Size = v.pipe(v.number(), v.integer(), v.minValue(0))

export const Part = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  role: v.picklist(partRoles),
  size: Size,
  sha256: ContentHash,
})
export type Part = v.InferOutput<typeof Part>

/** The list of all that is in an archive, and of what had no room in it. */
export const Manifest = v.strictObject({
  format: v.literal('bca'),
  version: v.picklist([1, 2, bcaVersion]),
  product: v.strictObject({ name: v.string(), version: v.string() }),
  written_at: Timestamp,
  company: v.strictObject({ uuid: Uuid, name: Name }),
  analysis: v.strictObject({
    uuid: Uuid,
    name: Name,
    status: v.picklist(analysisStatuses),
    /** Hash of the record's content as a signature covers it. */
    record_hash: ContentHash,
    /** Instrument of the run, by name and serial number; from version 2 on. */
    instrument: v.optional(v.pipe(v.string(), v.maxLength(300))),
    /** Signed version that corrected the run when the archive was written; absent where its results count. From version 3 on. */
    superseded_by: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2))),
  }),
  parts: v.array(Part),
  left_out: v.array(Part),
})
export type Manifest = v.InferOutput<typeof Manifest>
