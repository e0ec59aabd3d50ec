import { useState } from 'react'
import type { LocalDocument, Pending } from '../../../domain/sync/pending.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { mode, workOffline, workOnline } from '../../state/mode.ts'
import {
  discard,
  exportWaiting,
  insist,
  retry,
  sendNow,
  safeToClose,
  waiting,
} from '../../state/outbox.ts'
import { session } from '../../state/session.ts'
import { outboxKnown } from '../../state/records.ts'
import { saveFile } from '../../client/save-file.ts'
import { DiscardDialog } from './DiscardDialog.tsx'
import { JournalList } from './JournalList.tsx'
import styles from './SyncScreen.module.css'
import { SyncState } from './SyncState.tsx'
import { WaitingList } from './WaitingList.tsx'

/**
 * Show the sync centre: changes on this machine that the service does not have yet, with time, reason, and actions.
 * They leave the list only when they are sent, or when the person discards them.
 */
export function SyncScreen() {
  const documents = waiting.value
  const [letGo, setLetGo] = useState<{ document: LocalDocument; operation: Pending } | null>(null)
  const onlyHere = documents.filter(({ body, kind }) => body === null && kind === 'analysis').length
  const operations = documents.flatMap(({ pending }) => pending)
  const isOffline = mode.value.state === 'offline'
  const isLocked = session.value.state === 'locked'
  return (
    <Page
      title={t('sync.title')}
      primary={{
        label: t('sync.retryAll'),
        icon: 'refresh',
        disabledReason: isOffline
          ? t('sync.whileOffline')
          : isLocked
            ? t('sync.whileLocked')
            : operations.length === 0
              ? t('sync.empty.title')
              : null,
        onPress: () => void sendNow(),
      }}
      menu={
        <>
          <Button
            icon="download"
            disabledReason={operations.length === 0 ? t('sync.empty.title') : null}
            onClick={saveWaiting}
          >
            {t('sync.export')}
          </Button>
          <Button
            icon={isOffline ? 'online' : 'offline'}
            onClick={() => (isOffline ? void workOnline() : workOffline())}
          >
            {t(isOffline ? 'mode.goOnline' : 'mode.goOffline')}
          </Button>
        </>
      }
    >
      {outboxKnown.value ? (
        <Safety waiting={operations.length} />
      ) : (
        <Progress label={t('parts.loading')} />
      )}
      <SyncState waiting={operations.length} onlyHere={onlyHere} />
      <section className={styles.section} aria-label={t('sync.waitingTitle')}>
        <h2>{t('sync.waitingTitle')}</h2>
        {!outboxKnown.value ? null : documents.length === 0 ? (
          <EmptyState icon="check" title={t('sync.empty.title')}>
            {t('sync.empty.text')}
          </EmptyState>
        ) : (
          <WaitingList
            documents={documents}
            acts={{
              retry,
              insist: (id, opId) => void insist(id, opId),
              discard: (document, operation) => setLetGo({ document, operation }),
            }}
          />
        )}
      </section>
      <JournalList />
      {letGo && (
        <DiscardDialog
          {...letGo}
          onExport={saveWaiting}
          onDiscard={() => void discard(letGo.document.id, letGo.operation.op_id)}
          onClose={() => setLetGo(null)}
        />
      )}
    </Page>
  )
}

function saveWaiting(): void {
  void exportWaiting().then((file) => saveFile(file, 'bapp-waiting.json'))
}

/** Tell whether this page may be closed and this machine switched off. */
function Safety({ waiting: count }: { waiting: number }) {
  if (!safeToClose.value) return <Notice kind="warning">{t('sync.writing')}</Notice>
  return count === 0 ? (
    <Notice kind="done">{t('sync.safe')}</Notice>
  ) : (
    <Notice kind="info">{t('sync.kept')}</Notice>
  )
}
