import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { heldBack } from '../../../../../domain/rules/sample-review.ts'
import { t } from '../../../../i18n/intl.ts'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { namesOf } from './name-samples.ts'
import styles from './NotReleased.module.css'

/** List the samples of a signed analysis whose results the signature does not release, each with the reason. */
export function NotReleased({ record }: { record: Analysis }) {
  const count = record.samples.filter(({ uuid }) => heldBack(record, uuid)).length
  if (count === 0 || record.status !== 'VALIDATION') return null
  return (
    <Notice kind="warning" title={t('verdict.notReleased', { count })}>
      <HeldList record={record} />
    </Notice>
  )
}

/** List each sample that is held back or rejected, with the reviewer's reason. */
export function HeldList({ record }: { record: Analysis }) {
  return (
    <ul className={styles.held}>
      {record.samples.map(({ uuid }) => {
        const held = heldBack(record, uuid)
        if (!held) return null
        const { verdict, reason } = held
        const name = namesOf(record, [uuid])
        return (
          <li key={uuid}>
            {t('validate.notReleased', {
              name,
              verdict: t(`call.${verdict}`),
              reason,
            })}
          </li>
        )
      })}
    </ul>
  )
}
