import { useRef, useState } from 'react'
import { isReason } from '../../domain/rules/plain-text.ts'
import { makeUuid } from '../client/make-uuid.ts'
import { errorTexts } from '../i18n/faults.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Dialog } from '../parts/dialog/Dialog.tsx'
import { TextAreaField } from '../parts/form/TextAreaField.tsx'
import { account, holdPerson } from '../state/session.ts'
import type { Act } from './act.ts'
import { operationOf, type Planned, planBulk } from './bulk.ts'
import { inLanes } from './lanes.ts'
import styles from './Record.module.css'

/** Rows that are drawn; the others are counted. */
const drawn = 200

/** A batch that was applied, with the rows that it changed. */
export interface Batch {
  id: string
  label: string
  /** The rows were given an order, which each carries out or refuses by itself. */
  isOrder: boolean
  rows: readonly string[]
  at: number
  /** The person who applied it, who may be gone when it ends. */
  who: string | undefined
}

/**
 * Show a change of many rows as a plan, then apply it: values before and after, and rows that cannot be changed with
 * the reason. Each row is an operation of its own, whose id begins with that of the batch.
 */
export function BulkDialog<Row extends { uuid: string }>(props: {
  act: Act
  rows: readonly Row[]
  actsOf: (row: Row) => readonly Act[]
  nameOf: (row: Row) => string
  onDone: (batch: Batch) => void
  onClose: () => void
}) {
  const { act, nameOf } = props
  // Keep the plan as it was asked for: rows change while it is applied.
  const [plan] = useState(() => planBulk(props.rows, props.actsOf, act.id))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { outcomes, done, busy, isOver, apply } = useBatch(plan, act, props.onDone)
  const asks = act.ask?.reason
  const missing =
    asks !== undefined && !isReason(reason) && (asks === 'due' || reason.trim() !== '')
  const can = plan.filter((one) => one.act).length
  const cannot = plan.length - can
  const submit = () => {
    setTried(true)
    if (isOver) props.onClose()
    else if (!missing) void apply(reason.trim())
  }
  return (
    <Dialog
      open
      title={t('record.bulkTitle', { act: act.label, count: plan.length })}
      role="alertdialog"
      size="large"
      onClose={props.onClose}
      onSubmit={submit}
      busy={busy}
      actions={
        <>
          {!isOver && (
            <Button onClick={props.onClose}>{t(done > 0 ? 'parts.close' : 'parts.cancel')}</Button>
          )}
          <Button
            type="submit"
            kind={act.ask?.danger && !isOver ? 'danger' : 'primary'}
            busy={busy}
            disabledReason={can === 0 ? t('record.bulkNothing') : null}
          >
            {sayApply({ can, cannot, done, isOver })}
          </Button>
        </>
      }
    >
      {asks && (
        <TextAreaField
          label={t('record.reason')}
          hint={t('record.reasonHint')}
          required={asks === 'due'}
          rows={2}
          maxLength={500}
          value={reason}
          error={tried && missing ? t('record.reasonMissing') : null}
          onChange={setReason}
        />
      )}
      <PlanTable plan={plan} nameOf={nameOf} outcomes={outcomes} />
    </Dialog>
  )
}

/** Say what the button does: once some rows are changed, only the others are tried again. */
function sayApply(batch: { can: number; cannot: number; done: number; isOver: boolean }): string {
  const { can, cannot, done, isOver } = batch
  if (isOver) return t('parts.close')
  if (done > 0) return t('record.bulkAgain', { count: can - done })
  return t(cannot > 0 ? 'record.bulkApplySome' : 'record.bulkApply', { can, cannot })
}

function PlanTable<Row extends { uuid: string }>(props: {
  plan: readonly Planned<Row>[]
  nameOf: (row: Row) => string
  outcomes: ReadonlyMap<string, string>
}) {
  const { plan, nameOf, outcomes } = props
  return (
    <div className={styles.planned} tabIndex={0} role="group" aria-label={t('record.bulkPlan')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('record.bulkRecord')}</th>
            <th scope="col">{t('record.bulkChange')}</th>
            <th scope="col">{t('record.bulkOutcome')}</th>
          </tr>
        </thead>
        <tbody>
          {plan.slice(0, drawn).map(({ row, act, why }) => (
            <tr key={row.uuid} data-cannot={act ? undefined : ''}>
              <th scope="row">
                <bdi>{nameOf(row)}</bdi>
              </th>
              <td>{act?.change && t('record.changed', act.change)}</td>
              <td>{why ?? outcomes.get(row.uuid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {plan.length > drawn && <p>{t('record.bulkMore', { count: plan.length - drawn })}</p>}
    </div>
  )
}

/** Apply a plan row by row; what failed can be applied again, with the same operation ids. */
function useBatch<Row extends { uuid: string }>(
  plan: readonly Planned<Row>[],
  { label, isEndSaid: isOrder = false }: Act,
  onDone: (batch: Batch) => void,
) {
  const batch = useRef(makeUuid())
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const wanted = plan.filter(({ act }) => act)
  const apply = async (reason: string) => {
    if (busy) return
    setBusy(true)
    const through = new Set(done)
    const isHere = holdPerson()
    const who = account.peek()?.uuid
    const said = new Map(outcomes)
    let frame = 0
    // Draw once a frame: a table that is drawn after each of a thousand rows takes longer than the rows.
    const show = () => {
      frame = 0
      setOutcomes(new Map(said))
    }
    const send = async ({ row, act }: Planned<Row>) => {
      // Show that it has begun: a device that is updated is away for minutes.
      said.set(row.uuid, '…')
      frame ||= requestAnimationFrame(show)
      try {
        const end = await act?.send?.(operationOf(batch.current, row.uuid), reason)
        through.add(row.uuid)
        said.set(row.uuid, (act?.isEndSaid && end) || t('record.bulkIsDone'))
      } catch (error) {
        said.set(row.uuid, errorTexts(error).join(' '))
      }
      frame ||= requestAnimationFrame(show)
    }
    const left = wanted.filter(({ row }) => !through.has(row.uuid))
    await inLanes(left, send, isHere)
    cancelAnimationFrame(frame)
    show()
    setBusy(false)
    setDone(through)
    const rows = [...through]
    if (rows.length > 0) onDone({ id: batch.current, label, isOrder, rows, at: Date.now(), who })
  }
  const isOver = !busy && wanted.length > 0 && done.size === wanted.length
  return { outcomes, done: done.size, busy, isOver, apply }
}
