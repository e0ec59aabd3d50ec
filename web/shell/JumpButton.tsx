import { lazy, Suspense, useEffect, useState } from 'react'
import { completeTexts } from '../i18n/catalogs.ts'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import styles from './TopBar.module.css'
import { countOpenDialogs } from '../parts/dialog/open-dialogs.ts'

// With the topics of the help, which are found as well.
const JumpDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./JumpDialog.tsx'), completeTexts('help')])
  return { default: dialog.JumpDialog }
})

/** Search or jump, by its button or by Ctrl-K from anywhere. */
export function JumpButton() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const look = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k')
        return
      // Leave an open dialog in front.
      if (countOpenDialogs() > 0) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', look)
    return () => removeEventListener('keydown', look)
  }, [])
  return (
    <>
      <button
        type="button"
        className={styles.jump}
        aria-label={t('jump.title')}
        aria-keyshortcuts="Control+K"
        title={`${t('jump.title')} (Ctrl+K)`}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={18} />
        {/* Its words come from the stylesheet: what is read on a button has to be in its name. */}
        <kbd className={styles.roomy} data-keys="Ctrl K" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <JumpDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
