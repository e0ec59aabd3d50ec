import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { Fetching, type FetchingProps } from '../progress/Fetching.tsx'
import { Dialog } from './Dialog.tsx'

/** Show the dialog of something that is fetched and not there yet, or why it could not be fetched. */
export function FetchingDialog({
  title,
  onClose,
  ...fetching
}: Pick<FetchingProps, 'failure' | 'again'> & { title: string; onClose: () => void }) {
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('parts.cancel')}</Button>}
    >
      <Fetching {...fetching} />
    </Dialog>
  )
}
