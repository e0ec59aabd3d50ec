import { Fragment, useCallback } from 'react'
import { labLotState } from '../../../domain/actions/lot.ts'
import { refuse } from '../../../domain/actions/refuse.ts'
import { labLotCalls } from '../../../domain/calls/lots.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import { type LabLot, labLot as labLotEntity } from '../../../domain/entities/lab-lot.ts'
import { expiryOf, judgeExpiry, lotStateOf, producedLot } from '../../../domain/rules/kit.ts'
import { lotKey } from '../../../domain/rules/lot-stops.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { whyNotAway } from '../../record/rights.ts'
import type { HistoryFacts } from '../../record/history.ts'
import { HistoryPart } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { account } from '../../state/session.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useRecords } from '../../state/use-records.ts'
import { ExpiryBadge } from './ExpiryBadge.tsx'
import styles from './KitLots.module.css'
import { LotBadge, situationOf } from './LotBadge.tsx'
import { today } from './today.ts'

/** Most lots that the panel lists; those of which the laboratory keeps a record come first. */
const shownLots = 8

/** A lot of a kit, and what the laboratory keeps of it. */
export interface LotOfKit {
  kit: Bkit
  lot: string
  record: LabLot | null
}

export type OwnLotAct = 'keep' | 'hold' | 'release'

const none: never[] = []

/** List the lots of a kit: whether each may be run, until when, how much is left here, and the laboratory's own hold. */
export function KitLots(props: { kit: Bkit; open: (act: OwnLotAct, lot: LotOfKit) => void }) {
  const { kit } = props
  const own = useRecords(labLotEntity) ?? none
  const { uuid: id } = kit
  const load = useCallback(
    (signal: AbortSignal) => call(labLotCalls.use, { params: { id } }, { signal }),
    [id],
  )
  const { value } = useAnswer(load)
  const use = value ?? none
  const all = lotsOf(kit, own)
  return (
    <section>
      <h3>{t('material.lots')}</h3>
      <ul className={styles.lots}>
        {all.slice(0, shownLots).map((one) => (
          <LotItem
            key={one.lot}
            of={one}
            wells={use.find(({ lot }) => lotKey(lot) === lotKey(one.lot))?.wells ?? 0}
            open={props.open}
          />
        ))}
      </ul>
      {all.length > shownLots && <p>{t('material.moreLots', { count: all.length - shownLots })}</p>}
    </section>
  )
}

/**
 * List the lots of which the laboratory keeps a record, then those that may be run, the one that expires first at the
 * beginning.
 */
function lotsOf(kit: Bkit, own: readonly LabLot[]): LotOfKit[] {
  const records = own.filter(({ bkit_uuid }) => bkit_uuid === kit.uuid)
  const produced = [kit.lot, ...(kit.lots ?? []).map(({ lot_number }) => lot_number)]
  const rank = (lot: string) =>
    `${lotStateOf(producedLot(kit, lot)) === 'released' ? 0 : 1} ${expiryOf(kit, lot)}`
  const inOrder = produced.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  const names = [...records.map(({ lot }) => lot), ...inOrder]
  const isFirst = (lot: string, at: number) =>
    names.findIndex((one) => lotKey(one) === lotKey(lot)) === at
  return names.filter(isFirst).map((lot) => ({
    kit,
    lot,
    record: records.find((one) => lotKey(one.lot) === lotKey(lot)) ?? null,
  }))
}

function LotItem(props: {
  of: LotOfKit
  wells: number
  open: (act: OwnLotAct, lot: LotOfKit) => void
}) {
  const { of, wells } = props
  const { kit, lot, record } = of
  const produced = producedLot(kit, lot)
  const expiry = expiryOf(kit, lot)
  const situation = situationOf({ ...produced, expiry_date: expiry }, kit)
  const isSoon = judgeExpiry(expiry, today()).state === 'soon'
  return (
    <li>
      <div className={styles.head}>
        <strong>
          <bdi dir="ltr">{lot}</bdi>
        </strong>
        <LotBadge situation={situation} />
        {record?.hold && <LotBadge situation="held_here" />}
        {situation === 'released' && isSoon && <ExpiryBadge expiry={expiry} />}
      </div>
      <p className={styles.facts}>
        {listFacts(of, { expiry, wells }).map((fact, at) => (
          <Fragment key={fact}>
            {at > 0 && ' · '}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
      </p>
      {record?.hold && (
        <p>
          {t('material.own.heldBy', { name: record.hold.user_name, reason: record.hold.reason })}
        </p>
      )}
      <div className={styles.head}>
        <ActButton act="keep" of={of} open={props.open} />
        <ActButton act={record?.hold ? 'release' : 'hold'} of={of} open={props.open} />
      </div>
      {record && <HistoryPart history={historyOf(record)} of={lot} />}
    </li>
  )
}

/** Return the facts for the history of the laboratory's own record of a lot. */
function historyOf({ uuid: id, updated_at: updatedAt }: LabLot): HistoryFacts {
  const day = (value: unknown) =>
    typeof value === 'string' ? (localTime(value, 'date') ?? '') : ''
  return {
    kind: 'lab_lot',
    id,
    updatedAt,
    fields: {
      received_at: { label: t('material.own.received'), show: day },
      opened_at: { label: t('material.own.opened'), show: day },
      boxes: { label: t('material.own.boxes') },
    },
    say: (action) => {
      const act = (['keep', 'hold', 'release'] as const).find((one) => action === `lab_lot.${one}`)
      return act ? t(`material.own.act.${act}`) : null
    },
  }
}

/** Say what is known of a lot: its day and storage, and of the laboratory when it came and how much is left. */
function listFacts(
  { kit, lot, record }: LotOfKit,
  { expiry, wells }: { expiry: string; wells: number },
): string[] {
  const day = (text: string) => localTime(text, 'date') ?? text
  const left = record?.boxes ? record.boxes * kit.quantity - wells : null
  return [
    t('material.own.expires', { date: day(expiry) }),
    producedLot(kit, lot)?.storage,
    record?.received_at && t('material.own.receivedOn', { date: day(record.received_at) }),
    record?.opened_at && t('material.own.openedOn', { date: day(record.opened_at) }),
    left !== null && t('material.own.left', { count: Math.max(0, left) }),
    left === null && wells > 0 && t('material.own.used', { count: wells }),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}

function ActButton(props: {
  act: OwnLotAct
  of: LotOfKit
  open: (act: OwnLotAct, lot: LotOfKit) => void
}) {
  const { act, of } = props
  const refusal = refuse('lab_lot', act, {
    state: labLotState(of.record),
    permissions: account.value?.permissions ?? [],
  })
  return (
    <Button
      disabledReason={refusal ? t('fault.permission_missing') : whyNotAway(labLotCalls[act])}
      onClick={() => props.open(act, of)}
    >
      {t(`material.own.act.${act}`)}
      <span className="visually-hidden">: {of.lot}</span>
    </Button>
  )
}
