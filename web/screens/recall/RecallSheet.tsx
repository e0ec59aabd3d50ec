import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Touched } from '../../../domain/calls/recalls.ts'
import { type Recall, touchedStates } from '../../../domain/entities/recall.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { localTime } from '../../state/local-time.ts'
import { account } from '../../state/session.ts'
import { sayCalibrationKind } from './calibration-kind.ts'
import { HandedOn } from './HandedOn.tsx'
import { ProofNotice } from './ProofNotice.tsx'
import styles from './RecallSheet.module.css'
import { usePrint } from '../../parts/print/use-print.ts'
import { makeTouchedColumns } from './touched-columns.tsx'

/** Print the recall with every row of its list: drawn only for the printer, which it calls by itself. */
export function RecallSheet(props: { recall: Recall; touched: Touched; onPrinted: () => void }) {
  const { recall, touched, onPrinted } = props
  const [printedAt] = useState(() => new Date().toISOString())
  usePrint(onPrinted)
  return createPortal(
    <article className={styles.sheet} aria-label={t('recall.pageTitle')}>
      <h1>
        {t('recall.pageTitle')} {recall.number} · {recall.name}
      </h1>
      <p>
        {[
          t(`recall.status.${recall.status}`),
          sayCalibrationKind(recall.subject),
          recall.reason,
          recall.user_name,
          localTime(recall.created_at),
        ]
          .filter((one) => one !== null)
          .join(' · ')}
      </p>
      <p>
        {[account.value?.company_details.name, account.value?.name, localTime(printedAt)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ProofNotice proof={touched.proof} />
      <p>
        {touchedStates
          .filter((state) => touched.counts[state] > 0)
          .map((state) => `${t(`recall.state.${state}`)}: ${formatNumber(touched.counts[state])}`)
          .join(' · ')}
      </p>
      <Rows touched={touched} />
      <HandedOn touched={touched} />
      <h2>{t('recall.deeds')}</h2>
      <ol>
        {recall.deeds.map(({ deed, count, at, user_name, reason, list_hash }, index) => (
          <li key={index}>
            {t(`recall.deed.${deed}`, { count })} · {user_name} · {localTime(at)} · {reason} ·{' '}
            {t('recall.hash')} <bdi dir="ltr">{list_hash}</bdi>
          </li>
        ))}
      </ol>
      <p>
        {t('recall.hash')} <bdi dir="ltr">{touched.list_hash}</bdi>
      </p>
    </article>,
    document.body,
  )
}

function Rows({ touched }: { touched: Touched }) {
  const columns = makeTouchedColumns()
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ id, header }) => (
            <th key={id} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {touched.data.map((row) => (
          <tr key={row.analysis_uuid}>
            {columns.map(({ id, value, text }) => {
              const line = { ...row, uuid: row.analysis_uuid }
              return <td key={id}>{text ? text(line) : (value(line) ?? '')}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
