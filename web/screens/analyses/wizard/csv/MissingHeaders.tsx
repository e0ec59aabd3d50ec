import { listColumns } from '../../../../../domain/catalog/list-words.ts'
import { headerKey } from '../../../../../domain/rules/list-words.ts'
import { headerSettings } from '../../../../../workers/files/sample-list/list-columns.ts'
import type { ListSettings } from '../../../../../workers/files/sample-list/list-settings.ts'
import type { ListView } from '../../../../../workers/files/sample-list/list-view.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import styles from './Csv.module.css'
import { columnWord } from './list-words.ts'

/**
 * Say which header is missing, and offer those of the file that may be meant; for a list that only lacks wells offer to fill
 * the open ones.
 */
export function MissingHeaders(props: {
  view: ListView
  name: string
  onChange: (change: Partial<ListSettings>) => void
  onFill: () => void
}) {
  const { view, name, onChange, onFill } = props
  const { suggested } = view
  const said: Partial<ListSettings> = suggested
  const headers = listColumns.flatMap((column) => {
    const header = said[headerSettings[column]]
    return header ? [`${columnWord(column)} = ${header}`] : []
  })
  const lacksWellsOnly = view.missing.every(({ column }) => column !== 'name')
  return (
    <Notice
      kind="error"
      title={t('wizard.csv.failed', { name })}
      action={
        (headers.length > 0 || lacksWellsOnly) && (
          <span className={styles.steps} data-decision>
            {headers.length > 0 && (
              <Button kind="primary" onClick={() => onChange(suggested)}>
                {t('wizard.csv.suggest', { headers: headers.join(', ') })}
              </Button>
            )}
            {lacksWellsOnly && <Button onClick={onFill}>{t('wizard.csv.fill.offer')}</Button>}
          </span>
        )
      }
    >
      {faultText({
        code: 'invalid',
        reason: 'csv_header_missing',
        params: { headers: view.missing.map(missingText).join(', ') },
      })}
    </Notice>
  )
}

/** Name the column in the reader's language, and the searched header if that is another word. */
function missingText({ column, header }: ListView['missing'][number]): string {
  const word = columnWord(column)
  if (header === '' || headerKey(header) === headerKey(word)) return word
  return t('wizard.csv.missing', { column: word, header })
}
