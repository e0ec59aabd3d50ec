import { lazy, Suspense, useState } from 'react'
import { completeTexts } from '../i18n/catalogs.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { whyNotAway } from '../record/rights.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { inbox } from '../state/inbox.ts'
import styles from './Locked.module.css'

/** Fetched when the first notice is opened, with the words of signatures. */
const SignNoticeDialog = lazy(async () => {
  const [part] = await Promise.all([
    import('./SignNoticeDialog.tsx'),
    completeTexts('record'),
    completeTexts('faults'),
  ])
  return { default: part.SignNoticeDialog }
})

/** Show on every page the oldest safety notice that the account has not signed yet. */
export function SafetyNotice() {
  const [open, setOpen] = useState<string | null>(null)
  const notice = inbox.value?.toSign[0]
  if (!notice) return null
  return (
    <div className={styles.bar}>
      <Notice
        kind="warning"
        title={t('notice.title', { title: notice.title })}
        action={
          <Button
            icon="review"
            disabledReason={whyNotAway(notificationCalls.sign)}
            onClick={() => setOpen(notice.uuid)}
          >
            {t('notice.open')}
          </Button>
        }
      />
      {open === notice.uuid && (
        <Suspense fallback={null}>
          <SignNoticeDialog notice={notice} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}
