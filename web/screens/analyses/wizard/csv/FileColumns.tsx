import { type ListColumn, listColumns } from '../../../../../domain/catalog/list-words.ts'
import type {
  HeaderLook,
  ListHeader,
} from '../../../../../workers/files/sample-list/list-headers.ts'
import type { ListView } from '../../../../../workers/files/sample-list/list-view.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import styles from './Csv.module.css'
import { columnWord } from './list-words.ts'

interface FileColumnsProps {
  view: ListView
  onRead: (header: string, column: ListColumn) => void
  onIgnore: (header: string) => void
}

/** Column that is offered for each kind of content. */
const readings: Readonly<Record<HeaderLook, ListColumn>> = {
  type: 'sample_type',
  well: 'well',
  target: 'well_type',
}

/** List headers that must be decided before the import: unread types and wells. */
export function listUndecided({ headers }: Pick<ListView, 'headers'>): ListHeader[] {
  return headers.filter(({ looks }) => looks === 'type' || looks === 'well')
}

/** List the columns of the file and their use. Unread ones that seem to matter come first. */
export function FileColumns(props: FileColumnsProps) {
  const { headers } = props.view
  const doubtful = headers.filter(({ looks }) => looks !== null)
  const read = headers.filter(({ column }) => column !== null)
  return (
    <>
      {doubtful.map((one) => (
        <DoubtfulColumn key={one.at} header={one} {...props} />
      ))}
      <details className={styles.settings}>
        <summary>{t('wizard.csv.columns', { read: read.length, count: headers.length })}</summary>
        <ul className={styles.columns}>
          {headers.map((one) => (
            <li key={one.at} data-read={one.column !== null || undefined}>
              <ColumnChoice header={one} {...props} />
              <span className={styles.quiet}>
                <bdi>{one.examples.join(' · ')}</bdi>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function DoubtfulColumn({
  header: { text, looks, examples },
  onRead,
  onIgnore,
}: FileColumnsProps & { header: ListHeader }) {
  if (looks === null) return null
  const column = readings[looks]
  return (
    <Notice
      kind={looks === 'target' ? 'info' : 'warning'}
      title={t(`wizard.csv.unread.${looks}`, { header: text })}
      action={
        // Offer nothing for a column without a header: the settings could not name it.
        text !== '' && (
          <span className={styles.steps} data-decision={looks === 'target' ? undefined : true}>
            <Button onClick={() => onRead(text, column)}>
              {t('wizard.csv.unread.read', { column: columnWord(column) })}
            </Button>
            <Button kind="plain" onClick={() => onIgnore(text)}>
              {t('wizard.csv.unread.ignore')}
            </Button>
          </span>
        )
      }
    >
      {t('wizard.csv.unread.examples', { examples: examples.join(', ') })}
    </Notice>
  )
}

function ColumnChoice({
  header: { text, column },
  onRead,
  onIgnore,
}: FileColumnsProps & { header: ListHeader }) {
  return (
    <SelectField
      label={text || t('wizard.csv.columns.unnamed')}
      disabled={text === ''}
      value={column ?? ''}
      choices={[
        { value: '', label: t('wizard.csv.columns.none') },
        ...listColumns.map((one) => ({ value: one, label: columnWord(one) })),
      ]}
      onChange={(value) => {
        const chosen = listColumns.find((one) => one === value)
        if (chosen) onRead(text, chosen)
        else onIgnore(text)
      }}
    />
  )
}
