import { useMemo, useState } from 'react'
import { bkitCalls } from '../../../../domain/calls/bkits.ts'
import type { Bkit } from '../../../../domain/entities/bkit.ts'
import type { BkitLot } from '../../../../domain/entities/bkit-lot.ts'
import type { LabelOrder } from '../../../../domain/entities/lot-labels.ts'
import { labelFacts } from '../../../../domain/labels/label-code.ts'
import {
  countLabels,
  isReprint,
  nextBoxes,
  refuseManyLabels,
} from '../../../../domain/rules/lot-labels.ts'
import { isReason } from '../../../../domain/rules/plain-text.ts'
import { call } from '../../../client/call.ts'
import { saveFile } from '../../../client/save-file.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { ReasonField } from '../../../record/ReasonField.tsx'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'
import { LabelFields, type Wanted } from './LabelFields.tsx'
import { LabelPreview } from './LabelPreview.tsx'
import styles from './Labels.module.css'
import { plainOrder } from './LabelsDialog.tsx'

interface LotOrder {
  lot: BkitLot
  order: Pick<LabelOrder, 'boxes' | 'copies'>
}

interface LotOfKit {
  lot: BkitLot
  kit: Bkit
}

/** Order labels of several lots in one file: of the boxes of each that have none, or of the lots themselves. */
export function ManyLabelsDialog(props: {
  items: readonly LotOfKit[]
  onMade: () => void
  onClose: () => void
}) {
  const { items } = props
  const [wanted, setWanted] = useState<Wanted>(() => {
    const last = items.find(({ lot }) => lot.labels)?.lot.labels?.last
    return { ...plainOrder, ...last, copies: 1, kind: 'boxes', from: null, to: null }
  })
  const [reason, setReason] = useState('')
  const sending = useSending(['reason', 'lots'])
  const { kind, copies, size, symbol, format, dpi } = wanted
  const orders = items.map(({ lot }) => ({
    lot,
    order: { boxes: kind === 'boxes' ? nextBoxes(lot) : null, copies: copies ?? 0 },
  }))
  const isCounted = copies !== null && Number.isInteger(copies) && copies > 0
  const fault = isCounted ? refuseManyLabels(orders, reason) : null
  const again = orders.some(({ lot, order }) => isReprint(lot, order))
  const isMissing = again && !isReason(reason)
  const count = orders.reduce((sum, { order }) => sum + countLabels(order), 0)
  const submit = async () => {
    const lots = orders.map(({ lot: { uuid }, order: { boxes } }) => ({ uuid, boxes }))
    const order = { copies: copies ?? 0, size, symbol, format, dpi }
    const body = { lots, ...order, ...(again && { reason: reason.trim() }) }
    const done = await sending.send(
      isCounted && fault === null && !isMissing,
      async (opId) => {
        saveFile(await call(bkitCalls.manyLabels, { body }, { opId }), `labels.${format}`)
        showToast('done', t('material.labels.made', { count }))
        props.onMade()
      },
      body,
    )
    if (done) props.onClose()
  }
  return (
    <FormDialog
      title={t('material.labels.titleMany', { count: items.length })}
      submit={t('material.labels.make', { count: isCounted ? count : 0 })}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <FirstLabel items={items} wanted={wanted} />
      <LabelFields
        wanted={wanted}
        boxes={null}
        fault={null}
        onChange={(change) => setWanted((before) => ({ ...before, ...change }))}
      />
      <LotList orders={orders} />
      {fault && fault.field !== 'reason' && <Notice kind="warning">{faultText(fault)}</Notice>}
      {again && (
        <ReasonField
          label={t('material.labels.again')}
          value={reason}
          sending={sending}
          onChange={setReason}
        />
      )}
    </FormDialog>
  )
}

/** List the lots with the boxes that get a label. */
function LotList({ orders }: { orders: readonly LotOrder[] }) {
  return (
    <ul className={styles.lots}>
      {orders.map(({ lot, order: { boxes } }) => (
        <li key={lot.uuid}>
          <bdi>{lot.lot_number}</bdi>
          {boxes && ` · ${t('material.labels.boxesOf', boxes)}`}
        </li>
      ))}
    </ul>
  )
}

/** Draw the first label of the file. */
function FirstLabel({ items, wanted }: { items: readonly LotOfKit[]; wanted: Wanted }) {
  const [first] = items
  const { kind } = wanted
  const facts = useMemo(() => {
    if (!first) return null
    const { lot, kit } = first
    const box = kind === 'boxes' ? nextBoxes(lot).from : null
    return { ...labelFacts(lot, kit, location.origin), box }
  }, [first, kind])
  return (
    facts && (
      <div className={styles.preview}>
        <LabelPreview facts={facts} order={wanted} />
      </div>
    )
  )
}
