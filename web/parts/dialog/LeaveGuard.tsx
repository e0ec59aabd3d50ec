import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/**
 * Ask before somebody leaves work that would be lost. Draw it once, for all pages.
 * @param props.list names what the way to an address loses; the same function each time.
 */
export function LeaveGuard({ list }: { list: (to: URL) => readonly string[] }) {
  const { asked, stay, leave } = useLeaveGuard(list)
  return (
    <Dialog
      open={asked !== null}
      title={t('parts.leave.title')}
      role="alertdialog"
      size="small"
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>{t('parts.leave.stay')}</Button>
          <Button kind="danger" onClick={leave}>
            {t('parts.leave.go')}
          </Button>
        </>
      }
    >
      <p>{t('parts.leave.text', { names: asked ?? '' })}</p>
    </Dialog>
  )
}
