/**
 * Everything in which a store can be found to differ from its own audit trail. A store with one of these is damaged: it
 * can be read, and signs nothing until its operator has put it right.
 */
export const damageReasons = [
  /** The row is older than the newest entry of its record. */
  'record_rolled_back',
  /** The row holds something else than its newest entry says. */
  'record_altered',
  /** The trail has the record, the store has no row of it. */
  'record_missing',
  /** The store has a row that the trail knows nothing of. */
  'record_unknown',
  /** The entry does not give its leaf, its own columns or the operation beside it. */
  'entry_altered',
  /** The entry was not written by the service: it has not the seal that only the service can make. */
  'entry_unsealed',
  /** Entries are missing, or operations without an entry are there. */
  'entries_missing',
  /** The entries do not make the kept hashes of the tree. */
  'tree_differs',
  /** The trail is not the one that a checkpoint of its own was signed over. */
  'checkpoint_differs',
  /** The same of a checkpoint that is kept outside the store. */
  'anchor_differs',
  /** The store holds the records of another company. */
  'company_differs',
] as const
export type DamageReason = (typeof damageReasons)[number]

/** A place where a store differs from its trail. */
export interface DamagePlace {
  reason: DamageReason
  kind?: string | undefined
  uuid?: string | undefined
  /** Number of the entry, or size of the checkpoint. */
  seq?: number | undefined
}

export interface Damage {
  found_at: string
  /** The first ones that were found; one is enough to know. */
  places: DamagePlace[]
}
