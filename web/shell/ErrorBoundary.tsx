import { Component, type ReactNode } from 'react'
import { Fault } from '../../domain/fault.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { sayUnfetched } from '../state/say-unfetched.ts'
import styles from './ErrorBoundary.module.css'

interface Props {
  children: ReactNode
  /** Shown in place of a page whose part could not be fetched. */
  unfetched?: ReactNode
}

/** Tell if a part of the programme could not be fetched: the network's doing, not a mistake. */
export function isUnfetched(error: Error): boolean {
  const isLate = error instanceof Fault && error.code === 'timeout'
  return (
    isLate ||
    /dynamically imported module|module script failed|unable to preload/i.test(error.message)
  )
}

/** Show an error of the program with a way to continue, instead of a blank page. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    const unfetched = isUnfetched(error)
    if (unfetched && this.props.unfetched) return this.props.unfetched
    return (
      <main className={styles.page}>
        <Notice
          kind={unfetched ? 'warning' : 'error'}
          title={t('app.crashed.title')}
          action={
            <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
              {t('app.crashed.reload')}
            </Button>
          }
        >
          <p>{unfetched ? sayUnfetched() : t('app.crashed.text')}</p>
          {!unfetched && (
            <pre className={styles.detail} dir="ltr">
              {error.name}: {error.message}
            </pre>
          )}
        </Notice>
      </main>
    )
  }
}
