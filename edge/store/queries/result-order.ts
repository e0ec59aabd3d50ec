import type { ResultQuery, ResultSort } from '../../../domain/calls/results.ts'
import { sampleTypes } from '../../../domain/entities/analysis.ts'
import { callNames } from '../../../domain/results.ts'
import { heldVerdicts } from '../analysis-rows.ts'
import { orderPage, type PageOrder } from '../../page-order.ts'

const verdict = `(SELECT verdict FROM held_samples AS held
  WHERE held.analysis_uuid = result_rows.analysis_uuid AND held.sample_uuid = result_rows.sample_uuid)`

const placeIn = (names: readonly string[], column: string) =>
  `CASE ${column} ${names.map((name, at) => `WHEN '${name}' THEN ${at}`).join(' ')} END`

/** Expression that each order compares: names of samples without case and accents, words of a list by their place in it. */
const compared: Record<ResultSort, string> = {
  created_at: 'created_at',
  sample_name: 'name_key',
  sample_type: placeIn(sampleTypes, 'sample_type'),
  target: 'target',
  call: placeIn(callNames, 'call'),
  cq_mean: 'cq_mean',
  cq_sd: 'cq_sd',
  quantity: 'quantity',
  analysis_name: 'lower(facts.name)',
}

/** Fields that some rows have no value of. */
const nullable: readonly ResultSort[] = ['cq_mean', 'cq_sd', 'quantity']

/**
 * Write what an order compares while samples are held back or rejected: their value is hidden, as their place in the order
 * must not reveal it. Looking for them takes as long as sorting, so it is left out where there are none.
 */
function comparedWith(field: ResultSort, isAnyHeld: boolean): string {
  const expression = compared[field]
  if (!isAnyHeld) return expression
  if (nullable.includes(field)) return `CASE WHEN ${verdict} IS NULL THEN ${expression} END`
  if (field !== 'call') return expression
  return `coalesce(${callNames.length} + ${placeIn(heldVerdicts, verdict)}, ${expression})`
}

/**
 * Return the order of a page of results that begins after `after`.
 * @param isAnyHeld whether any sample of the company is held back or rejected.
 * @throws Fault `invalid` for an `after` that no page gave.
 */
export function orderOf(
  { order = 'created_at DESC', after }: ResultQuery,
  isAnyHeld: boolean,
): PageOrder {
  const fields = Object.keys(compared) as ResultSort[]
  return orderPage(
    { order, after },
    {
      compared: Object.fromEntries(fields.map((field) => [field, comparedWith(field, isAnyHeld)])),
      nullable,
      keys: ['created_at', 'analysis_uuid', 'sample_uuid', 'target'],
      byKeys: 'created_at',
    },
  )
}
