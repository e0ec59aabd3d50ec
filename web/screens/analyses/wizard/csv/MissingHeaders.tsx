import { listColumns } from '../../../../../domain/catalog/list-words.ts'
import { headerKey } from '../../../../../domain/rules/list-words.ts'
import { headerSettings } from '../../../../../workers/files/sample-list/list-columns.ts'
import type { ListSettings } from '../../../../../workers/files/sample-list/list-settings.ts'
import type { ListView } from '../../../../../workers/files/sample-list/list-view.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { columnWord } from './list-words.ts'

/** Says which header is not there, and offers those of the file that may be meant. */
export function MissingHeaders(props: {
  view: ListView
  name: string
  onChange: (change: Partial<ListSettings>) => void
}) {
  const { view, name, onChange } = props
  const { suggested } = view
  const said: Partial<ListSettings> = suggested
  const headers = listColumns.flatMap((column) => {
    const header = said[headerSettings[column]]
    return header ? [`${columnWord(column)} = ${header}`] : []
  })
  return (
    <Notice
      kind="error"
      title={t('wizard.csv.failed', { name })}
      action={
        headers.length > 0 && (
          <span data-decision>
            <Button kind="primary" onClick={() => onChange(suggested)}>
              {t('wizard.csv.suggest', { headers: headers.join(', ') })}
            </Button>
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
