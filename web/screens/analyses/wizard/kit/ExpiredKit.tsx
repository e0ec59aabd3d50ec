import { useState } from 'react'
import type { RunKit } from '../../../../../domain/entities/run-kit.ts'
import { judgeExpiry } from '../../../../../domain/rules/kit.ts'
import { isReason } from '../../../../../domain/rules/plain-text.ts'
import { today } from '../../../../entities/kit/today.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Field } from '../../../../parts/form/Field.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { changeDraft } from '../../../../state/draft.ts'
import styles from './Kit.module.css'

/** Ask for the reason to use an expired kit; it stays with the analysis. */
export function ExpiredKit({ kit }: { kit: RunKit }) {
  const [reason, setReason] = useState('')
  if (judgeExpiry(kit.expiry_date, today()).state !== 'expired') return null
  const { expired_reason: given, ...rest } = kit
  if (given !== undefined) {
    return (
      <Notice
        kind="warning"
        title={t('kit.expired.accepted')}
        action={
          <Button onClick={() => changeDraft({ kit: rest })}>{t('kit.expired.takeBack')}</Button>
        }
      >
        {given}
      </Notice>
    )
  }
  return (
    <Notice kind="error" title={t('kit.expired.title', { lot: kit.lot, date: kit.expiry_date })}>
      <p>{t('kit.expired.text')}</p>
      <form
        className={styles.reason}
        onSubmit={(event) => {
          event.preventDefault()
          const expired_reason = reason.trim()
          if (isReason(expired_reason)) changeDraft({ kit: { ...rest, expired_reason } })
        }}
      >
        <Field
          label={t('kit.expired.reason')}
          value={reason}
          maxLength={500}
          required
          onChange={setReason}
        />
        <Button
          type="submit"
          disabledReason={!isReason(reason) ? t('kit.expired.reason.needed') : null}
        >
          {t('kit.expired.use')}
        </Button>
      </form>
    </Notice>
  )
}
