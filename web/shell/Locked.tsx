import { lazy, Suspense, useEffect, useState } from 'react'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { session } from '../state/session.ts'
import styles from './Locked.module.css'
import { countOpenDialogs } from '../parts/dialog/open-dialogs.ts'

const SignInAgain = lazy(async () => ({
  default: (await import('../screens/session/SignInAgain.tsx')).SignInAgain,
}))

/** Show the sign-in over a page whose session has ended, and a bar that opens it again after it was closed. */
export function Locked() {
  const locked = session.value.state === 'locked'
  const [open, setOpen] = useState(true)
  useEffect(() => {
    if (locked) setOpen(true)
  }, [locked])
  if (!locked) return null
  return (
    <div className={styles.bar}>
      <Notice
        kind="warning"
        action={
          <Button kind="primary" onClick={() => setOpen(true)}>
            {t('lock.title')}
          </Button>
        }
      >
        {t('lock.bar')}
      </Notice>
      <Suspense fallback={null}>
        <SignInAgain
          open={open}
          onClose={() => {
            // Keep the sign-in over another dialog, where the bar is out of reach.
            if (countOpenDialogs() < 2) setOpen(false)
          }}
        />
      </Suspense>
    </div>
  )
}
