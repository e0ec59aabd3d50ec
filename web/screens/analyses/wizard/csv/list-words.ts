import { writeWells } from '../../../../../domain/rules/well-ranges.ts'
import type { ListTarget } from '../../../../../workers/files/sample-list/judge-rows.ts'
import type { ListColumn } from '../../../../../workers/files/sample-list/list-columns.ts'
import type { RowOutcome } from '../../../../../workers/files/sample-list/list-view.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'

/** What a column is called on the page, whatever the file calls it. */
export function columnWord(column: ListColumn): string {
  return t(`wizard.csv.column.${column}`)
}

/** What becomes of a row, in a sentence. */
export function outcomeText(outcome: RowOutcome, shape: ListTarget['shape']): string {
  switch (outcome.kind) {
    case 'taken':
      return t('wizard.csv.goes', { wells: writeWells(outcome.wells, shape) })
    case 'left':
      return t('wizard.csv.left', { reason: faultText({ code: 'invalid', ...outcome }) })
    case 'skipped':
      return t('wizard.csv.skipped')
    case 'empty':
      return t('wizard.csv.empty')
  }
}
