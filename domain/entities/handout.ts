import * as v from 'valibot'
import { exportFormats } from '../catalog/export-formats.ts'
import { entity } from '../entity.ts'
import { author, ContentHash, Line, stamps, Uuid } from '../fields.ts'
import { studyFormats } from './study.ts'

/** Formats of both: `csv` and others are of runs and of studies, and the record names the study if there is one. */
const handoutFormats = [...new Set([...exportFormats, ...studyFormats])]

/**
 * A file of results or curves that left the app: an export of a run or a study, or an answer to a laboratory system. The file is not
 * kept; a recall finds by this who has it. One record for each person and content, however often it was saved. Reports have records
 * of their own.
 */
export const Handout = v.strictObject({
  ...stamps,
  ...author,
  /** Name of the file. */
  name: Line,
  format: v.picklist(handoutFormats),
  content_hash: ContentHash,
  /** The study that it is a file of; null for an export of a run. */
  study_uuid: v.nullable(Uuid),
  /** Runs whose results or curves it holds. */
  runs: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(100)),
})
export type Handout = v.InferOutput<typeof Handout>

export const handout = entity({
  kind: 'handout',
  path: '/handouts',
  permission: 'analysis.report',
  schema: Handout,
  indexes: [],
  filters: [],
  scope: 'company',
  local: null,
  trash: null,
})
