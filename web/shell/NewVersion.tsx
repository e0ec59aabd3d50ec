import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import { askVersion, newVersion, versionAsked } from '../state/new-version.ts'
import styles from './TopBar.module.css'
import { countOpenDialogs } from '../parts/dialog/open-dialogs.ts'

const load = () => import('./NewVersionDialog.tsx')

// The page works on and the button stays when it cannot be fetched any more.
const NewVersionDialog = lazy<ComponentType>(() =>
  load().then(
    ({ NewVersionDialog: dialog }) => ({ default: dialog }),
    () => ({ default: () => null }),
  ),
)

/** Ask about a new version. Wait until no other dialog is open: a person may be typing in that one. */
export function NewVersion() {
  const wanted = newVersion.value !== null && versionAsked.value
  const free = useNoDialog(wanted)
  useEffect(() => {
    // Load it while this version's files are still to be had.
    if (wanted) load().catch(() => undefined)
  }, [wanted])
  if (!wanted || !free) return null
  return (
    <Suspense fallback={null}>
      <NewVersionDialog />
    </Suspense>
  )
}

/** Show a button in the top bar that opens the question again, if it was put off or waits. */
export function NewVersionButton() {
  const version = newVersion.value
  if (!version) return null
  return (
    <button
      type="button"
      className={styles.sync}
      data-stuck={version.needed}
      aria-label={t('version.title')}
      title={t('version.title')}
      onClick={askVersion}
    >
      <Icon name="refresh" />
      <span className={styles.roomy}>{t('version.short')}</span>
    </button>
  )
}

/** Return true once no dialog was open while the question was wanted; it stays true then. */
function useNoDialog(wanted: boolean): boolean {
  const [free, setFree] = useState(false)
  useEffect(() => {
    if (!wanted) return setFree(false)
    const look = () => setFree((before) => before || countOpenDialogs() === 0)
    look()
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [wanted])
  return free
}
