import { isIsothermal } from '../../../../domain/rules/assay-kind.ts'
import type { CallName, SampleResult, WellResult } from '../../../../domain/results.ts'
import type { Cell } from '../page/table-strips.ts'
import { type ReportFacts, shownCall } from './report-facts.ts'

/** Show the result as a word and a shape: its call, or that it is not released. */
export function callCell(facts: ReportFacts, row: Pick<WellResult, 'sample_uuid' | 'call'>): Cell {
  const call = shownCall(facts, row.sample_uuid, row.call)
  return { text: facts.say.word(`call.${call}`), call }
}

/** Return true for a sample that is not released: none of its numbers is reported. */
export function isKept(facts: ReportFacts, { sample_uuid, call }: SampleResult): boolean {
  return shownCall(facts, sample_uuid, call) !== call
}

/** Return true for an isothermal assay, whose results are times to threshold in minutes. */
export function hasTimes({ results }: ReportFacts): boolean {
  return isIsothermal(results.evaluation)
}

/** Write a Cq. A result in doubt or invalid without one is not written as not detected. */
export function cqText({ say }: ReportFacts, cq: number | null, call: CallName): string {
  return cq === null && call !== 'not_detected' ? '–' : say.cq(cq)
}

export function quantityTitle({ say, results }: ReportFacts): string {
  return say.word(
    results.evaluation.quantification?.method === 'relative' ? 'foldChange' : 'quantity',
  )
}

export function quantityText(facts: ReportFacts, row: SampleResult): string {
  const { say } = facts
  const { quantity } = row
  if (!quantity || isKept(facts, row)) return ''
  const { value, low, high } = quantity
  return low === null || high === null
    ? say.signal(value)
    : `${say.signal(value)} (${say.signal(low)} – ${say.signal(high)})`
}

export function reasonOf({ record }: ReportFacts, { well, target }: WellResult): string | null {
  const found = record.exclusions.find(
    (one) => one.well === well && (one.target === null || one.target === target),
  )
  return found?.reason ?? null
}
