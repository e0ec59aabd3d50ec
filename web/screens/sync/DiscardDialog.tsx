import type { LocalDocument, Pending } from '../../../domain/sync/pending.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { LaunchedOn } from './LaunchedOn.tsx'
import { describePending, nameOf } from './describe-pending.ts'

/** Show a change once more before it is discarded: it exists nowhere else. */
export function DiscardDialog(props: {
  document: LocalDocument
  operation: Pending
  onDiscard: () => void
  onExport: () => void
  onClose: () => void
}) {
  const { document, operation, onClose } = props
  return (
    <Dialog
      open
      size="small"
      role="alertdialog"
      title={t('sync.discardTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button onClick={props.onExport}>{t('sync.export')}</Button>
          <Button
            kind="danger"
            onClick={() => {
              props.onDiscard()
              onClose()
            }}
          >
            {t('sync.discard')}
          </Button>
        </>
      }
    >
      <p>{t('sync.discardText', { name: nameOf(document), what: describePending(operation) })}</p>
      <LaunchedOn operation={operation} uuid={document.uuid} />
    </Dialog>
  )
}
