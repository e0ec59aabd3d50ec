import { useState } from 'react'
import { labLotCalls } from '../../../domain/calls/lots.ts'
import { isReason } from '../../../domain/rules/plain-text.ts'
import { call } from '../../client/call.ts'
import type { LotOfKit } from '../../entities/kit/ActButton.tsx'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { DateField } from '../../parts/form/DateField.tsx'
import { NumberField } from '../../parts/form/NumberField.tsx'
import { ReasonField } from '../../record/ReasonField.tsx'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'

/** Return the day of a moment as records have it. */
export const dayOf = (ms: number | null) =>
  ms === null ? null : new Date(ms).toISOString().slice(0, 10)

/** Return the moment at which a day begins, as the fields of a form have it. */
export const msOf = (day: string | null | undefined) => (day ? Date.parse(day) : null)

/** Write down when a box of a lot came, or was opened. */
export function BoxDialog({ of, onClose }: { of: LotOfKit; onClose: () => void }) {
  const { kit, lot, record } = of
  // Begin with the one after those that are written down.
  const next = 1 + Math.max(0, ...(record?.units ?? []).map((unit) => unit.box))
  const [box, setBox] = useState<number | null>(next)
  const [received, setReceived] = useState(msOf(record?.received_at))
  const [opened, setOpened] = useState<number | null>(null)
  const sending = useSending(['box', 'received_at', 'opened_at'])
  const { refused, tried } = sending
  const choose = (number: number | null) => {
    setBox(number)
    sending.forget('box')
    // Show days that were written down before, so that they are not written over.
    const known = record?.units?.find((unit) => unit.box === number)
    setReceived(msOf(known?.received_at ?? record?.received_at))
    setOpened(msOf(known?.opened_at))
  }
  const submit = async () => {
    if (box === null) {
      await sending.send(false, async () => {})
      return
    }
    const days = { received_at: dayOf(received), opened_at: dayOf(opened) }
    const body = { bkit_uuid: kit.uuid, lot, box, ...days }
    const work = async (opId: string) => {
      await call(labLotCalls.unit, { body }, { opId })
      resyncRecords()
      showToast('done', t('material.box.done.unit', { box }))
    }
    if (await sending.send(true, work, body)) onClose()
  }
  return (
    <FormDialog
      title={t('material.box.title.unit', { lot })}
      submit={t('material.save')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <NumberField
        label={t('material.box.number')}
        hint={t('material.box.numberHint')}
        required
        whole
        value={box}
        error={refused['box'] ?? (tried && box === null ? t('material.box.numberMissing') : null)}
        onChange={choose}
      />
      <DateField
        label={t('material.own.received')}
        value={received}
        error={refused['received_at']}
        onChange={setReceived}
      />
      <DateField
        label={t('material.own.opened')}
        value={opened}
        error={refused['opened_at']}
        onChange={setOpened}
      />
    </FormDialog>
  )
}

/** Retire a box with a reason, or use it again. */
export function RetireDialog(props: {
  act: 'retire' | 'reinstate'
  of: LotOfKit
  box: number
  onClose: () => void
}) {
  const { act, of, box, onClose } = props
  const { kit, lot, record } = of
  const [reason, setReason] = useState('')
  const sending = useSending(['reason'])
  const submit = async () => {
    const work = async (opId: string) => {
      if (act === 'retire') {
        const body = { bkit_uuid: kit.uuid, lot, box, reason }
        await call(labLotCalls.retire, { body }, { opId })
      } else if (record) {
        const parts = { params: { id: record.uuid }, body: { box, reason } }
        await call(labLotCalls.reinstate, parts, { opId })
      }
      resyncRecords()
      showToast('done', t(`material.box.done.${act}`, { box }))
    }
    if (await sending.send(isReason(reason), work, reason)) onClose()
  }
  return (
    <FormDialog
      title={t(`material.box.title.${act}`, { box, lot })}
      submit={t(`material.box.act.${act}`)}
      danger={act === 'retire'}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t(`material.box.text.${act}`)}</p>
      <ReasonField value={reason} sending={sending} onChange={setReason} />
    </FormDialog>
  )
}
