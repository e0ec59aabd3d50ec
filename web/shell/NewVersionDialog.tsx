import { useState } from 'react'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Dialog } from '../parts/dialog/Dialog.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { keepForms } from '../state/kept-forms.ts'
import { newVersion, otherTabs, putOffVersion } from '../state/new-version.ts'
import { listUnsaved } from '../state/unsaved.ts'
import styles from './NewVersionDialog.module.css'

/**
 * Announce a new version, with the unsaved forms of each tab. OK loads it; typed content is kept over the reload
 * (spec §1).
 */
export function NewVersionDialog() {
  // Keep the list as it was when the question came: this dialog is no form of its own.
  const [here] = useState(listUnsaved)
  const needed = newVersion.value?.needed ?? false
  const [isTooLong, setTooLong] = useState(false)
  const load = () => {
    if (isTooLong || keepForms()) location.reload()
    else setTooLong(true)
  }
  return (
    <Dialog
      open
      title={t('version.title')}
      role="alertdialog"
      onClose={putOffVersion}
      actions={
        <>
          <Button onClick={putOffVersion}>{t('version.later')}</Button>
          <Button kind="primary" icon="refresh" onClick={load}>
            {t(isTooLong ? 'version.without' : 'version.ok')}
          </Button>
        </>
      }
    >
      <p>{t('version.text')}</p>
      {needed && <Notice kind="warning">{t('version.needed')}</Notice>}
      {here.length > 0 && (
        <section className={styles.unsaved} aria-label={t('version.here')}>
          <h3>{t('version.here')}</h3>
          <ul>
            {here.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
          {isTooLong ? (
            <Notice kind="error">{t('version.tooLong')}</Notice>
          ) : (
            <p className={styles.quiet}>{t('version.kept')}</p>
          )}
        </section>
      )}
      <OtherTabs />
    </Dialog>
  )
}

/** List the other tabs: OK reloads only this one, and the others ask by themselves. */
function OtherTabs() {
  const tabs = otherTabs.value
  if (tabs.length === 0) return null
  return (
    <section className={styles.unsaved} aria-label={t('version.others')}>
      <h3>{t('version.others')}</h3>
      <ul>
        {tabs.map(({ id, page, work }) => (
          <li key={id}>
            <bdi>{page}</bdi>: {work.join(', ')}
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{t('version.othersText')}</p>
    </section>
  )
}
