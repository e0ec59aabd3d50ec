import * as v from 'valibot'
import { CreateAnalysis } from '../calls/analysis.ts'
import { FieldChange } from './field-change.ts'
import { Timestamp, Uuid } from '../fields.ts'

/** Changes that the edge does not have yet: kept in the same document as the record that they change (ruling 3). */
const common = {
  /** Makes a repeated delivery harmless (decisions R4). */
  op_id: Uuid,
  /** By this machine's clock: shown, never decided by. */
  made_at: Timestamp,
  /** Times it was sent without an answer that settles it. */
  tries: v.number(),
  /** Not before then (this machine's clock, ms); 0: at once. */
  next_at: v.number(),
  /**
   * `waiting`: to be sent. `parked`: tried too often, sent again when the service answers anything or by hand.
   * `refused`: the edge has said no for good; kept until the person lets go of it.
   */
  state: v.picklist(['waiting', 'parked', 'refused']),
  /** Last reason that it was refused, by the edge or the client. */
  fault: v.nullable(
    v.looseObject({
      code: v.string(),
      message: v.string(),
      field: v.optional(v.string()),
      reason: v.optional(v.string()),
    }),
  ),
  /** Record at the edge at the time of a clash, for both versions to be shown. */
  theirs: v.optional(v.looseObject({})),
}

export const PendingCreate = v.strictObject({
  ...common,
  type: v.literal('create'),
  input: CreateAnalysis,
  /** The record as the screen shows it until the edge's own is here. */
  shown: v.looseObject({}),
  /** Hostname of the device that was ordered to run it, in the local network: its run may be there. */
  launched_on: v.optional(v.string()),
})
export type PendingCreate = v.InferOutput<typeof PendingCreate>

export const PendingMerge = v.strictObject({
  ...common,
  type: v.literal('merge'),
  /** `seq` of the base it was made on. */
  base_seq: v.number(),
  changes: v.pipe(v.array(FieldChange), v.minLength(1)),
  reason: v.optional(v.string()),
})
export type PendingMerge = v.InferOutput<typeof PendingMerge>

export const Pending = v.variant('type', [PendingCreate, PendingMerge])
export type Pending = v.InferOutput<typeof Pending>

/** Field in which two people met: the version that lost is kept here and in the audit trail. */
export interface JournalEntry {
  op_id: string
  at: string
  field: string
  mine: unknown
  theirs: unknown
  stands: 'mine' | 'both'
}

/** A record as it is kept in this browser. */
export interface LocalDocument {
  /** `kind|uuid`: several tables share a collection, of which only a dozen may be open. */
  id: string
  kind: string
  uuid: string
  /** Number of `body`; 0 where the edge has none yet. */
  seq: number
  created_at: string
  /** The edge's state at `seq`; null where it has none yet, or none any more while something still waits. */
  body: Record<string, unknown> | null
  pending: Pending[]
  journal: JournalEntry[]
  /** `made_at` of the oldest in `pending`; empty without: what waits is found by it. */
  oldest: string
}
