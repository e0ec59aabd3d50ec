import { useState } from 'react'
import { labLotCalls } from '../../../domain/calls/lots.ts'
import { isReason } from '../../../domain/rules/plain-text.ts'
import { call } from '../../client/call.ts'
import { isOfBox, type LotOfKit, type OwnLotAct } from '../../entities/kit/ActButton.tsx'
import { t } from '../../i18n/intl.ts'
import { renewLotStops } from '../../lan/lot-stops.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { DateField } from '../../parts/form/DateField.tsx'
import { NumberField } from '../../parts/form/NumberField.tsx'
import { ReasonField } from '../../record/ReasonField.tsx'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import { BoxDialog, dayOf, msOf, RetireDialog } from './BoxDialogs.tsx'

/** Write down what the laboratory knows of a lot or of a box, hold the lot, retire a box, or take either back. */
export function OwnLotDialog(props: {
  act: OwnLotAct
  of: LotOfKit
  box: number | null
  onClose: () => void
}) {
  const { act, of, box, onClose } = props
  if (act === 'keep') return <KeepDialog of={of} onClose={onClose} />
  if (act === 'unit') return <BoxDialog of={of} onClose={onClose} />
  if (isOfBox(act)) return <RetireDialog {...{ act, of, onClose }} box={box ?? 0} />
  return <HoldDialog {...{ act, of, onClose }} />
}

function KeepDialog({ of, onClose }: { of: LotOfKit; onClose: () => void }) {
  const { kit, lot, record } = of
  const [received, setReceived] = useState(msOf(record?.received_at))
  const [opened, setOpened] = useState(msOf(record?.opened_at))
  const [boxes, setBoxes] = useState(record?.boxes ?? null)
  const [runsMost, setRunsMost] = useState(record?.runs_most ?? null)
  const sending = useSending(['received_at', 'opened_at', 'boxes', 'runs_most'])
  const { refused } = sending
  const submit = async () => {
    const days = { received_at: dayOf(received), opened_at: dayOf(opened) }
    const fields = { ...days, boxes, runs_most: runsMost }
    const body = { bkit_uuid: kit.uuid, lot, ...fields }
    const work = async (opId: string) => {
      await call(labLotCalls.keep, { body }, { opId })
      resyncRecords()
      showToast('done', t('material.own.done.keep', { lot }))
    }
    if (await sending.send(true, work, body)) onClose()
  }
  return (
    <FormDialog
      title={t('material.own.title.keep', { lot, kit: kit.name })}
      submit={t('material.save')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DateField
        label={t('material.own.received')}
        hint={t('material.own.receivedHint')}
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
      <NumberField
        label={t('material.own.boxes')}
        hint={t('material.own.boxesHint', { count: kit.quantity })}
        whole
        value={boxes}
        error={refused['boxes']}
        onChange={setBoxes}
      />
      <NumberField
        label={t('material.own.runsMost')}
        hint={t('material.own.runsMostHint')}
        whole
        value={runsMost}
        error={refused['runs_most']}
        onChange={setRunsMost}
      />
    </FormDialog>
  )
}

function HoldDialog(props: { act: 'hold' | 'release'; of: LotOfKit; onClose: () => void }) {
  const { act, of, onClose } = props
  const { kit, lot, record } = of
  const [reason, setReason] = useState('')
  const sending = useSending(['reason'])
  const submit = async () => {
    const work = async (opId: string) => {
      if (act === 'hold') {
        const body = { bkit_uuid: kit.uuid, lot, reason }
        await call(labLotCalls.hold, { body }, { opId })
      } else if (record) {
        const parts = { params: { id: record.uuid }, body: { reason } }
        await call(labLotCalls.release, parts, { opId })
      }
      resyncRecords()
      // Fetch it now for devices without the service, which hear of it from this browser; one that cannot fetch it now does so in minutes.
      renewLotStops(true).catch(() => undefined)
      showToast('done', t(`material.own.done.${act}`, { lot }))
    }
    if (await sending.send(isReason(reason), work, reason)) onClose()
  }
  return (
    <FormDialog
      title={t(`material.own.title.${act}`, { lot, kit: kit.name })}
      submit={t(`material.own.act.${act}`)}
      danger={act === 'hold'}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t(`material.own.text.${act}`)}</p>
      <ReasonField value={reason} onChange={setReason} sending={sending} />
    </FormDialog>
  )
}
