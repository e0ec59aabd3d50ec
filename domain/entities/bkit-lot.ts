import * as v from 'valibot'
import { entity } from '../entity.ts'
import {
  ContentHash,
  Day,
  FileName,
  Line,
  PersonName,
  PlainId,
  stamps,
  Text,
  Uuid,
} from '../fields.ts'
import { Signature } from './analysis.ts'
import { LotLabels } from './lot-labels.ts'

/** States of a produced lot (decision 32). "Expired" is none of them: it follows from the day. */
const lotStates = ['quarantine', 'released', 'held', 'withdrawn'] as const
export const LotState = v.picklist(lotStates)
export type LotState = v.InferOutput<typeof LotState>

/** Conditions to store a lot under, in one line: "-25 to -15 °C, dark". */
export const LotStorage = v.pipe(Line, v.maxLength(120))

/**
 * Facts that the producer enters of a lot and may edit. Its kit repeats them for those who run it, labels and pages show them, and
 * a release signs them: each of these reads this table.
 */
export const lotFacts = {
  /** Last day of this lot; absent: that of its kit. */
  expiry_date: v.optional(Day),
  storage: v.optional(LotStorage),
}
export type LotFact = keyof typeof lotFacts

/** Grounds on which a lot was released or withdrawn: words, a file kept with the lot, or both. */
export const LotEvidence = v.strictObject({
  words: v.pipe(Text, v.maxLength(2000)),
  file: v.nullable(v.strictObject({ uuid: Uuid, name: FileName, content_hash: ContentHash })),
})
export type LotEvidence = v.InferOutput<typeof LotEvidence>

/** A produced lot of a kit: its number, how many boxes there are of it, and whether it may be run (spec §3 "bKIT"). */
export const BkitLot = v.strictObject({
  ...stamps,
  lot_number: PlainId,
  boxes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  bkit_uuid: Uuid,
  /** Absent in lots from before states: they are read as released (`lotStateOf`). */
  status: v.optional(LotState),
  ...lotFacts,
  /** Grounds of the last release or withdrawal, which the signature covers. */
  evidence: v.optional(v.nullable(LotEvidence)),
  /** Signature of the last release or withdrawal; an edit takes it off, since it is of another content then. */
  signature: v.optional(v.nullable(Signature)),
  /** People who added it or changed what it says. Where the producer asks for four eyes, none of them releases it. */
  authors: v.optional(
    v.pipe(v.array(v.strictObject({ uuid: Uuid, name: PersonName })), v.minLength(1)),
  ),
  /** Absent until its first label is made. */
  labels: v.optional(LotLabels),
})
export type BkitLot = v.InferOutput<typeof BkitLot>

export const bkitLot = entity({
  kind: 'bkit_lot',
  path: '/bkits/lots',
  permission: 'production.lots',
  schema: BkitLot,
  indexes: ['lot_number'],
  filters: ['lot_number', 'bkit_uuid', 'status'],
  home: 'provider',
  scope: 'company',
  local: null,
  trash: null,
})
