import type { SampleType } from '../../../domain/entities/analysis.ts'
import type { FaultParams } from '../../../domain/fault.ts'
import type { ListEncoding } from './decode-list.ts'
import type { ListDelimiter } from './index-rows.ts'
import type { UnkeptSample } from './list-wish.ts'
import type { ListReason } from './left-out.ts'
import type { ListForm } from './list-rows.ts'
import type { ListColumn } from '../../../domain/catalog/list-words.ts'
import type { MissingHeader } from './list-columns.ts'
import type { ListHeader } from './list-headers.ts'
import type { suggestHeaders } from './suggest-headers.ts'

/** Summary of a list for the page: its notation and the result of taking it. Its rows are requested by range. */
export interface ListView {
  form: ListForm
  encoding: ListEncoding
  delimiter: ListDelimiter
  /** Decimal mark of the quantities; null where it is unknown. */
  decimal: '.' | ',' | null
  /** Row of the headers, from 1, and its cells. */
  headerRow: number
  header: readonly string[]
  /** Use of each header. */
  headers: readonly ListHeader[]
  /** Columns of the file that are read, without the empty ones. */
  columns: readonly ListColumn[]
  /** Headers that must be there and are not: then no row is judged. */
  missing: readonly MissingHeader[]
  /** Headers of the file that may be those. */
  suggested: ReturnType<typeof suggestHeaders>
  counts: { rows: number; taken: number; left: number; skipped: number; changed: number }
  /** Number of rows left out for each reason, the most frequent first. */
  reasons: readonly { reason: ListReason; count: number }[]
  /** The cartridge as it would be. */
  samples: readonly UnkeptSample[]
  /** Number of samples taken, replicates counted once. */
  names: number
  /** Names of samples that are called after a control and have no type, while nobody has said what they are. */
  controls: readonly string[]
  /** Thresholds that the taken rows bring along, by reaction mix (empty: of no mix). */
  thresholds: readonly { well_type: string; values: readonly number[] }[]
  canUndo: boolean
  canRedo: boolean
  /** Another one with each change: rows of an earlier one are no longer what they were. */
  version: number
}

export type ListFilter = 'all' | 'taken' | 'left' | 'changed' | ListReason

export type RowOutcome =
  | { kind: 'empty' | 'skipped' }
  | { kind: 'taken'; wells: readonly string[]; type?: SampleType }
  | { kind: 'left'; reason: ListReason; params: FaultParams }

/** One row to be drawn. */
export interface ListRowView {
  /** Row of the file, from 1. */
  row: number
  cells: Partial<Record<ListColumn, string>>
  /** Columns whose text was changed. */
  changed: readonly ListColumn[]
  outcome: RowOutcome
}
