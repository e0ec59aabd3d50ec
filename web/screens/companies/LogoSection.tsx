import { useCallback, useEffect, useState } from 'react'
import { companyCalls } from '../../../domain/calls/companies.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FileButton } from '../../parts/button/FileButton.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
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
        <img
          className={styles.logo}
          src={picture}
          alt={t('company.logoOf', { name: company.name })}
        />
      ) : (
        <p className={styles.quiet}>{t('company.noLogo')}</p>
      )}
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

/** Fetch a logo as an address of this page; null while there is none. */
function useLogo(hash: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  const load = useCallback(
    (signal: AbortSignal) =>
      hash ? call(companyCalls.logo, {}, { signal }) : Promise.resolve(null),
    [hash],
  )
  const { value } = useAnswer(load)
  useEffect(() => {
    if (!value) return undefined
    const made = URL.createObjectURL(new Blob([value.bytes as BlobPart], { type: value.type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [value])
  return address
}
