import { type ReactNode, useEffect } from 'react'
import { t } from '../../i18n/intl.ts'
import type { MessageKey } from '../../i18n/text-files.ts'
import styles from './LoginScreen.module.css'
import { LookChoice } from './LookChoice.tsx'

/** Show a page for people who are not signed in: one card with a title. */
export function PublicCard({ title, children }: { title: MessageKey; children: ReactNode }) {
  useEffect(() => {
    document.title = `${t('app.name')} · ${t(title)}`
  }, [title])
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header className={styles.head}>
          <img src="/icon.svg" alt="" width={40} height={40} />
          <h1>{t(title)}</h1>
        </header>
        {children}
      </div>
      <div className={styles.look}>
        <LookChoice />
      </div>
    </main>
  )
}
