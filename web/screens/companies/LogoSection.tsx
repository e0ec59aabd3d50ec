import { companyCalls } from '../../../domain/calls/companies.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FileButton } from '../../parts/button/FileButton.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { resyncRecords } from '../../state/records.ts'
import { useLogo } from '../../state/company-logo.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './Companies.module.css'

/** Show the logo of the company, and replace it by a picture. */
export function LogoSection({ company }: { company: Company }) {
  const { busy, others, send } = useSending([])
  const picture = useLogo(company.logo ?? null)
  const put = (file: File) =>
    send(
      true,
      async (opId) => {
        await call(companyCalls.uploadLogo, { body: { file } }, { opId })
        resyncRecords()
        showToast('done', t('company.logoSaved'))
      },
      [file.name, file.size, file.lastModified],
    )
  return (
    <section className={styles.section} aria-label={t('company.logo')}>
      <h2>{t('company.logo')}</h2>
      {picture ? (
        <div className={styles.logos}>
          {/* As the frame shows it in light and in dark looks. */}
          {(['light', 'dark'] as const).map((look) => (
            <span key={look} className={styles.look} data-look={look}>
              <img src={picture} alt={t(`company.logoLook.${look}`, { name: company.name })} />
            </span>
          ))}
        </div>
      ) : (
        <p className={styles.quiet}>{t('company.noLogo')}</p>
      )}
      {picture && <p className={styles.quiet}>{t('company.logoText')}</p>}
      <FileButton
        label={t('company.chooseLogo')}
        accept="image/png,image/jpeg,image/webp"
        busy={busy}
        disabledReason={whyNotCall(companyCalls.uploadLogo)}
        onFile={(file) => void put(file)}
      >
        {t('company.chooseLogo')}
      </FileButton>
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
    </section>
  )
}
