import type { CartridgeType } from '../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../domain/entities/analysis.ts'
import type { Problem } from './left-out.ts'
import type { ListSettings } from './list-settings.ts'
import type { ListedSample } from './read-sample.ts'

/**
 * Ways to take a list (spec §4 "CSV import types"): `create` makes new samples in the wells of the list; `names` keeps
 * those samples of an existing layout that the list names; `fill` makes new samples in the open wells, one after the
 * other, for lists and orders that name no wells (decision 79).
 */
export const listTypes = ['create', 'fill', 'names'] as const
export type ListType = (typeof listTypes)[number]

export interface ListTarget {
  shape: Pick<CartridgeType, 'rows' | 'columns'>
  /** Samples that are on the cartridge now. */
  present: readonly Sample[]
  /** Layout whose samples are named: that of a protocol, or the one on the cartridge. */
  predefined: readonly UnkeptSample[]
  /** Names and codes of the applications that the plan is for; null where it has none: then the column says nothing. */
  applications: readonly string[] | null
  /** All wells in the order in which names without wells fill them. */
  order: readonly string[]
}

/** A sample that may have no id yet. */
export type UnkeptSample = Omit<Sample, 'uuid'> & { uuid?: string }

/** Settings with which a list is read and put onto the cartridge. */
export interface ListWish {
  type: ListType
  settings: ListSettings
  target: ListTarget
  /** Keys of headers that a person does not want read in this file. */
  ignored?: readonly string[]
  /** Treatment of samples without a type that are named like a control: `ask` until a person has decided. */
  controls?: ControlWish
}
export type ControlWish = 'ask' | 'take' | 'keep'

export interface TakenRow {
  kind: 'taken'
  name: string
  wells: readonly string[]
  /** Null of a list that only names samples of the layout. */
  sample: ListedSample | null
  /** Called after a control, and nobody has said that it is none. */
  isControl?: true
  /** Threshold of its reaction mix (empty: of none), where the list says one. */
  threshold?: { well_type: string; value: number }
}

/** Result of judging a row. `empty` has no sample: an empty well of a plate file is no mistake. */
export type Verdict = { kind: 'empty' } | TakenRow | ({ kind: 'left' } & Problem)

/** Return the same key for names that differ in case only. */
export const sameKey = (name: string): string => name.trim().toLowerCase()
