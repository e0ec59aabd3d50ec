import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Dialog } from '../parts/dialog/Dialog.tsx'
import { useLeaveGuard } from '../parts/dialog/use-leave-guard.ts'
import { askedLoss, listLeftBehind } from '../state/left-behind.ts'

/** Ask before somebody leaves work that would be lost, once for all pages. */
export function LeaveGuard() {
  const guard = useLeaveGuard(listLeftBehind)
  const { value: loss } = askedLoss
  const asked = guard.asked ?? loss?.names ?? null
  const stay = () => {
    guard.stay()
    askedLoss.value = null
  }
  const leave = () => {
    askedLoss.value = null
    if (guard.asked === null) loss?.go()
    else guard.leave()
  }
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
