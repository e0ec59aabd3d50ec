import type * as v from 'valibot'
import { bkitCalls } from '../../../domain/calls/bkits.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import { call } from '../../client/call.ts'
import {
  emptyKit,
  type KitValues,
  listKitFields,
  valuesOfKit,
} from '../../entities/kit/kit-fields.ts'
import { t } from '../../i18n/intl.ts'
import { RecordForm } from '../../record/RecordForm.tsx'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'

type KitBody = Omit<v.InferInput<typeof bkitCalls.create.body>, 'uuid'>

/** Add a kit, or edit the facts of one from its label and its papers. */
export function KitForm({ kit, onClose }: { kit: Bkit | null; onClose: () => void }) {
  const done = (name: string) => {
    resyncRecords()
    showToast('done', t('material.saved', { name }))
  }
  return (
    <RecordForm<KitValues>
      open
      title={kit ? t('material.editKit', { name: kit.name }) : t('material.newKit')}
      submit={t(kit ? 'material.save' : 'material.create')}
      schema={kit ? bkitCalls.edit.body : bkitCalls.create.body}
      values={kit ? valuesOfKit(kit) : emptyKit}
      fields={listKitFields()}
      changesOnly={kit !== null}
      send={async (values, opId) => {
        // Cast, since the form has checked it by the schema of the call.
        const body = values as KitBody
        if (kit) {
          const parts = { params: { id: kit.uuid }, body: { ...body, base: kit.updated_at } }
          done((await call(bkitCalls.edit, parts, { opId })).name)
        } else done((await call(bkitCalls.create, { body }, { opId })).name)
      }}
      onClose={onClose}
    />
  )
}
