import type { FaultParams } from '../../../domain/fault.ts'

/** Reason why a row of a list is left out; the interface has a text for each, as for a fault. */
export interface Problem {
  reason: ListReason
  params: FaultParams
}

/** All that can be wrong with a row. */
export const listReasons = [
  'csv_row_outside',
  'csv_column_outside',
  'csv_no_match',
  'csv_well_differs',
  'csv_well_missing',
  'csv_well_unreadable',
  'csv_well_taken',
  'csv_name_missing',
  'csv_name_invalid',
  'csv_formula',
  'csv_type_unknown',
  'csv_quantity_unreadable',
  'csv_threshold_unreadable',
  'csv_other_application',
  'csv_no_well_left',
  'csv_order_cancelled',
  'csv_order_none',
  'csv_order_unclear',
  'csv_orders_many',
  'csv_specimen_alike',
] as const
export type ListReason = (typeof listReasons)[number]
