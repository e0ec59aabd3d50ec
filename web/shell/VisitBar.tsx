import { lazy, Suspense, useEffect, useState } from 'react'
import { takeUnsent, visiting } from '../client/visiting.ts'
import { completeTexts } from '../i18n/catalogs.ts'
import { errorTexts } from '../i18n/faults.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Icon } from '../parts/icon/Icon.tsx'
import { useCover } from '../parts/scroll/use-cover.ts'
import { now } from '../state/clock.ts'
import { loseOpen } from '../state/left-behind.ts'
import { localTime } from '../state/local-time.ts'
import { waitingCount } from '../state/outbox.ts'
import { showToast } from '../state/toasts.ts'
import { askedVisit, endVisit } from '../state/visit.ts'
import styles from './VisitBar.module.css'

const VisitDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./VisitDialog.tsx'), completeTexts('company')])
  return { default: dialog.VisitDialog }
})

/** Show as long as the tab acts in another company which one, why and until when, in a coloured frame around the page. */
export function VisitBar() {
  useEffect(() => {
    const count = visiting ? 0 : takeUnsent()
    if (count > 0) showToast('error', t('visit.unsent', { count }))
  }, [])
  if (!visiting) {
    return askedVisit.value === null ? null : (
      <Suspense fallback={null}>
        <VisitDialog asked={askedVisit.value} />
      </Suspense>
    )
  }
  return <OpenVisitBar {...visiting} />
}

function OpenVisitBar({ company, visit }: NonNullable<typeof visiting>) {
  const cover = useCover('--visit-bar')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string[]>([])
  const isOver = now.value >= Date.parse(visit.until)
  useEffect(() => {
    if (isOver) void endVisit({ tell: false })
  }, [isOver])
  const end = async () => {
    setBusy(true)
    try {
      await endVisit({ tell: true })
    } catch (error) {
      setFailure(errorTexts(error))
      setBusy(false)
    }
  }
  return (
    <>
      <div className={styles.frame} aria-hidden="true" data-on-screen />
      <section ref={cover} className={styles.bar} aria-label={t('visit.label')}>
        <Icon name="link" size={18} />
        <p>
          <strong>
            <bdi>{t('visit.in', { company: company.name })}</bdi>
          </strong>{' '}
          <bdi>
            {t('visit.why', { reason: visit.reason, until: localTime(visit.until, 'minute') })}
          </bdi>
          {failure.length > 0 && <span role="alert"> {failure.join(' ')}</span>}
        </p>
        <Button
          icon="close"
          busy={busy}
          disabledReason={waitingCount.value > 0 ? t('visit.waits') : null}
          onClick={() => loseOpen(() => void end())}
        >
          {t('visit.end')}
        </Button>
      </section>
    </>
  )
}
