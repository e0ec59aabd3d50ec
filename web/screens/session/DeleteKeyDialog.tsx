import { type ApiKeyEntry, apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { useSending } from '../../state/use-sending.ts'
import { makeUuid } from '../../client/make-uuid.ts'

/** A deleted key is gone at once and for good. */
export function DeleteKeyDialog({ entry, onClose }: { entry: ApiKeyEntry; onClose: () => void }) {
  const sending = useSending([])
  const submit = async () => {
    const done = await sending.send(true, async () => {
      await call(apiKeyCalls.delete, { params: { id: entry.uuid } }, { opId: makeUuid() })
    })
    if (done) onClose()
  }
  return (
    <FormDialog
      title={t('security.deleteKey')}
      submit={t('security.deleteKey')}
      danger
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('security.deleteKeyText', { description: entry.description })}</p>
    </FormDialog>
  )
}
