import { writeWells } from '../../../../../domain/rules/well-ranges.ts'
import type { ListTarget } from '../../../../../workers/files/sample-list/list-wish.ts'
import type { ListColumn } from '../../../../../domain/catalog/list-words.ts'
import type { RowOutcome } from '../../../../../workers/files/sample-list/list-view.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'

/** Return the name of a column on the page, whatever its header. */
export function columnWord(column: ListColumn): string {
  return t(`wizard.csv.column.${column}`)
}

/** Return `number` for columns that are aligned as numbers. */
export function kindOf(column: ListColumn): 'number' | undefined {
  return column === 'quantity' || column === 'threshold' ? 'number' : undefined
}

/** Name the type of a control or a standard; most rows are unknowns, which need no word. */
function takenText({ type }: Extract<RowOutcome, { kind: 'taken' }>, wells: string): string {
  if (!type) return t('wizard.csv.goes', { wells })
  return t('wizard.csv.goesAs', { wells, type: t(`sample.type.${type}`) })
}

/** Describe the outcome of a row in a sentence. */
export function outcomeText(outcome: RowOutcome, shape: ListTarget['shape']): string {
  switch (outcome.kind) {
    case 'taken':
      return takenText(outcome, writeWells(outcome.wells, shape))
    case 'left':
      return t('wizard.csv.left', { reason: faultText({ code: 'invalid', ...outcome }) })
    case 'skipped':
      return t('wizard.csv.skipped')
    case 'empty':
      return t('wizard.csv.empty')
  }
}
