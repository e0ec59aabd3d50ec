import type * as v from 'valibot'
import { lotCalls } from '../../../domain/calls/lots.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import { call } from '../../client/call.ts'
import { dayOf } from '../../entities/lot/lot-facts.ts'
import { t } from '../../i18n/intl.ts'
import { RecordForm } from '../../record/RecordForm.tsx'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'

type Body = Omit<v.InferInput<typeof lotCalls.edit.body>, 'base'>

/** Change the day or the storage of a lot that is not run: a signature on it goes, since it was of another content. */
export function EditLotForm(props: {
  lot: BkitLot
  kit: Bkit | undefined
  onDone: () => void
  onClose: () => void
}) {
  const { lot, kit, onDone, onClose } = props
  const { uuid: id, lot_number, updated_at: base } = lot
  return (
    <RecordForm<Body>
      open
      title={t('material.lot.title.edit', { lot: lot_number })}
      submit={t('material.save')}
      schema={lotCalls.edit.body}
      values={
        {
          expiry_date: dayOf(lot, kit) ?? '',
          storage: lot.storage ?? '',
          reason: '',
        } satisfies Required<Body>
      }
      fields={[
        { name: 'expiry_date', label: t('material.form.expiry_date') },
        { name: 'storage', label: t('material.lot.storage'), hint: t('material.lot.storageHint') },
        { name: 'reason', label: t('material.lot.reason'), kind: 'lines' },
      ]}
      send={async (body, opId) => {
        await call(lotCalls.edit, { params: { id }, body: { ...body, base } }, { opId })
        onDone()
        resyncRecords()
        showToast('done', t('material.lot.done.edit', { lot: lot_number }))
      }}
      onClose={onClose}
    />
  )
}
