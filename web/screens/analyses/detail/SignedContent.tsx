import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { countReviews, heldBack } from '../../../../domain/rules/sample-review.ts'
import { standingComments } from '../../../../domain/rules/well-comment.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { account } from '../../../state/session.ts'
import { controlsText } from './controls-text.ts'
import detail from './Detail.module.css'
import { countsText } from './review/counts-text.ts'
import { listLeftOut } from './review/left-out.ts'
import { HeldList } from './review/NotReleased.tsx'
import styles from './Signature.module.css'

/** Show the content that the signature covers. */
export function SignedContent(props: {
  record: Analysis
  hash: string
  /** Controls of its results that failed, once that is known. */
  failed?: number | undefined
}) {
  const { record, hash, failed } = props
  const newest = record.results.at(-1)
  const comments = standingComments(record).length
  const zone = account.value?.preferences.timezone
  return (
    <dl className={styles.signed}>
      <dt>{t('validate.record')}</dt>
      <dd>{record.name}</dd>
      <dt>{t('validate.method')}</dt>
      <dd>{record.recipe_name}</dd>
      <dt>{t('validate.samples')}</dt>
      <dd>
        {t('validate.samples.count', {
          samples: record.samples.length,
          wells: record.samples.reduce((sum, { coordinates }) => sum + coordinates.length, 0),
          excluded: record.exclusions.length,
        })}
      </dd>
      <dt>{t('validate.released')}</dt>
      <dd>
        <Released record={record} />
      </dd>
      {comments > 0 && (
        <>
          <dt>{t('comments.title')}</dt>
          <dd>{t('comments.count', { count: comments })}</dd>
        </>
      )}
      {newest && (
        <>
          <dt>{t('validate.results')}</dt>
          <dd>
            {t('history.summary', { ...newest.summary, controls_ok: '' })}
            <br />
            {controlsText(record, newest.summary.controls_ok, failed)}
            <br />
            <span className={detail.quiet}>
              {formatDateTime(newest.computed_at, zone, 'second')} · {newest.engine}
            </span>
          </dd>
        </>
      )}
      <dt>{t(record.source ? 'validate.importedBy' : 'validate.launchedBy')}</dt>
      <dd>
        <bdi>{record.user_name}</bdi>
        {(account.value?.company_details.four_eyes === 'Y' || record.four_eyes === 'Y') && (
          <>
            <br />
            <span className={detail.quiet}>{t('validate.fourEyes')}</span>
          </>
        )}
      </dd>
      <dt>{t('validate.hash')}</dt>
      <dd>
        <code title={hash}>{hash ? `${hash.slice(0, 16)}…` : '…'}</code>
      </dd>
    </dl>
  )
}

/** Show the number of samples whose results this signature releases, and those it does not, with reasons. */
function Released({ record }: { record: Analysis }) {
  const out = listLeftOut(record).filter(({ uuid }) => !heldBack(record, uuid))
  const held = record.samples.filter(({ uuid }) => heldBack(record, uuid)).length
  const all = record.samples.length
  return (
    <>
      {t('validate.accepted.count', { count: all - out.length - held, all })}
      {record.sample_reviews !== undefined && record.sample_reviews.length > 0 && (
        <>
          <br />
          <span className={detail.quiet}>{countsText(countReviews(record))}</span>
        </>
      )}
      {out.length > 0 && (
        <ul>
          {out.map(({ uuid, name, reasons }) => (
            <li key={uuid}>{t('validate.leftOut', { name, reason: reasons.join(' · ') })}</li>
          ))}
        </ul>
      )}
      {held > 0 && <HeldList record={record} />}
    </>
  )
}
