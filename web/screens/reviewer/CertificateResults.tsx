import type { CallData } from '../../../domain/call.ts'
import type { certificateCalls } from '../../../domain/calls/certificates.ts'
import { formatCq } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import styles from './CertificatePanel.module.css'
import { CertifiedCall } from './CertifiedCall.tsx'

type Results = CallData<typeof certificateCalls.report>['results']

/** What the certificate says of each sample: the signed results. */
export function CertificateResults({ results }: { results: Results }) {
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={t('review.results')}>
      <table className={styles.results}>
        <caption>{t('review.results')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('review.sample')}</th>
            <th scope="col">{t('review.target')}</th>
            <th scope="col">{t('review.call')}</th>
            <th scope="col" className={styles.number}>
              {t('review.cq')}
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ sample, target, call, cq, wells, reason }) => (
            <tr key={`${sample} ${target} ${wells.join()}`}>
              <th scope="row">
                <bdi>{sample}</bdi>
              </th>
              <td>
                <bdi>{target}</bdi>
              </td>
              <td>
                <CertifiedCall call={call} />
                {reason && (
                  <>
                    {' '}
                    <q className={styles.quiet}>{reason}</q>
                  </>
                )}
              </td>
              <td className={styles.number}>{cq === null ? '–' : formatCq(cq)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
