import { useMemo, useState } from 'react'
import { bkitCalls } from '../../../../domain/calls/bkits.ts'
import { writeBracketed } from '../../../../domain/codes/write-code.ts'
import type { Bkit } from '../../../../domain/entities/bkit.ts'
import type { BkitLot } from '../../../../domain/entities/bkit-lot.ts'
import type { LabelOrder } from '../../../../domain/entities/lot-labels.ts'
import { labelCode, labelElements, labelFacts } from '../../../../domain/labels/label-code.ts'
import {
  countLabels,
  isReprint,
  nextBoxes,
  refuseLabels,
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

export const plainOrder: Omit<LabelOrder, 'boxes'> = {
  copies: 1,
  size: '51x25',
  symbol: 'datamatrix',
  format: 'pdf',
  dpi: '203',
}

/** Order labels of a lot: the first of them is drawn while the order is typed; one that was made before needs a reason. */
export function LabelsDialog(props: {
  lot: BkitLot
  kit: Bkit
  onMade: () => void
  onClose: () => void
}) {
  const { lot, kit } = props
  const [wanted, setWanted] = useState<Wanted>(() => {
    const { from, to } = nextBoxes(lot)
    return { ...plainOrder, ...lot.labels?.last, copies: 1, kind: 'boxes', from, to }
  })
  const [reason, setReason] = useState('')
  const sending = useSending(['reason', 'boxes.from', 'boxes.to'])
  const order = orderOf(wanted)
  const again = order !== null && isReprint(lot, order)
  const fault = order && refuseLabels({ boxes: lot.boxes }, order, reason)
  const isMissing = again && !isReason(reason)
  const submit = async () => {
    const isComplete = order !== null && fault === null && !isMissing
    const body = { ...(order as LabelOrder), ...(again && { reason: reason.trim() }) }
    const done = await sending.send(
      isComplete,
      async (opId) => {
        const file = await call(bkitCalls.labels, { params: { id: lot.uuid }, body }, { opId })
        saveFile(file, `labels.${body.format}`)
        showToast('done', t('material.labels.made', { count: countLabels(body) }))
        props.onMade()
      },
      body,
    )
    if (done) props.onClose()
  }
  return (
    <FormDialog
      title={t('material.labels.title', { lot: lot.lot_number })}
      submit={t('material.labels.make', { count: order ? countLabels(order) : 0 })}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <Preview lot={lot} kit={kit} wanted={wanted} />
      <LabelFields
        wanted={wanted}
        boxes={lot.boxes}
        fault={fault ? { field: fault.field ?? '', text: faultText(fault) } : null}
        onChange={(change) => setWanted((before) => ({ ...before, ...change }))}
      />
      <MadeBefore lot={lot} />
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

/** Return the order that is typed; null while a number is missing. */
function orderOf(wanted: Wanted): LabelOrder | null {
  const { kind, from, to, copies, size, symbol, format, dpi } = wanted
  const numbers = kind === 'lot' ? [copies] : [copies, from, to]
  if (
    copies === null ||
    !numbers.every((one) => one !== null && Number.isInteger(one) && one > 0)
  ) {
    return null
  }
  const boxes = kind === 'lot' || from === null || to === null ? null : { from, to }
  return { boxes, copies, size, symbol, format, dpi }
}

/** Show the first label, and the content of its code. */
function Preview({ lot, kit, wanted }: { lot: BkitLot; kit: Bkit; wanted: Wanted }) {
  const { kind, from, symbol } = wanted
  const box = kind === 'lot' ? null : Math.min(Math.max(1, Math.trunc(from ?? 1)), lot.boxes)
  const facts = useMemo(() => ({ ...labelFacts(lot, kit, location.origin), box }), [lot, kit, box])
  const elements = labelElements(facts)
  return (
    <div className={styles.preview}>
      <LabelPreview facts={facts} order={wanted} />
      <p className={styles.code}>
        <span className="visually-hidden">{t('material.labels.says')} </span>
        <bdi dir="ltr">{elements ? writeBracketed(elements) : labelCode(facts, symbol).text}</bdi>
      </p>
      {elements === null && <Notice kind="info">{t('material.labels.noGtin')}</Notice>}
    </div>
  )
}

function MadeBefore({ lot: { labels } }: { lot: BkitLot }) {
  if (!labels) return null
  const boxes = labels.boxes.map(({ from, to }) => (from === to ? from : `${from}–${to}`))
  return (
    <div>
      {boxes.length > 0 && <p>{t('material.labels.before', { boxes: boxes.join(', ') })}</p>}
      {labels.lot && <p>{t('material.labels.beforeLot')}</p>}
    </div>
  )
}
