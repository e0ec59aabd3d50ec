import { Fragment, useCallback } from 'react'
import { labLotCalls } from '../../../domain/calls/lots.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import {
  type LabLot,
  labLot as labLotEntity,
  type LotUnit,
} from '../../../domain/entities/lab-lot.ts'
import { expiryOf, judgeExpiry, lotStateOf, producedLot } from '../../../domain/rules/kit.ts'
import { leftInLot, type LotUse, findUse } from '../../../domain/rules/kit-use.ts'
import { lotKey } from '../../../domain/rules/lot-stops.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { HistoryFacts } from '../../record/history.ts'
import { HistoryPart } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useRecords } from '../../state/use-records.ts'
import { ActButton, type LotOfKit, type OpenAct } from './ActButton.tsx'
import { ExpiryBadge } from './ExpiryBadge.tsx'
import styles from './KitLots.module.css'
import { LotBadge, situationOf } from './LotBadge.tsx'
import { LotBoxes } from './LotBoxes.tsx'
import { today } from './today.ts'

/** Most lots that the panel lists; those of which the laboratory keeps a record come first. */
const shownLots = 8

const none: never[] = []

/** List the lots of a kit: whether each may be run, until when, how much is left here, and the laboratory's own hold. */
export function KitLots(props: { kit: Bkit; open: OpenAct }) {
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
          <LotItem key={one.lot} of={one} use={findUse(use, one.lot)} open={props.open} />
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

function LotItem(props: { of: LotOfKit; use: LotUse | undefined; open: OpenAct }) {
  const { of, use } = props
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
        {listFacts(of, { expiry, use }).map((fact, at) => (
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
      <LotBoxes of={of} use={use} open={props.open} />
      {record && <HistoryPart history={historyOf(record)} of={lot} />}
    </li>
  )
}

const acts = ['keep', 'hold', 'release', 'unit', 'retire', 'reinstate'] as const

/** List the boxes that are retired, and when others were opened. */
function sayUnits(value: unknown): string {
  const day = (text: string) => localTime(text, 'date') ?? text
  return ((value ?? []) as readonly LotUnit[])
    .map(({ box, opened_at, retired }) => {
      const what =
        retired?.reason ?? (opened_at && t('material.own.openedOn', { date: day(opened_at) }))
      return [t('material.box.name', { box }), what].filter(Boolean).join(': ')
    })
    .join('; ')
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
      runs_most: { label: t('material.own.runsMost') },
      units: { label: t('material.box.title'), show: sayUnits },
    },
    say: (action) => {
      const act = acts.find((one) => action === `lab_lot.${one}`)
      return act ? t(`material.own.act.${act}`) : null
    },
  }
}

/** Say what is known of a lot: its day and storage, and of the laboratory when it came and how much is left. */
function listFacts(
  { kit, lot, record }: LotOfKit,
  { expiry, use }: { expiry: string; use: LotUse | undefined },
): string[] {
  const day = (text: string) => localTime(text, 'date') ?? text
  const left = leftInLot(record, use, kit.quantity)
  const wells = use?.wells ?? 0
  return [
    t('material.own.expires', { date: day(expiry) }),
    producedLot(kit, lot)?.storage,
    record?.received_at && t('material.own.receivedOn', { date: day(record.received_at) }),
    record?.opened_at && t('material.own.openedOn', { date: day(record.opened_at) }),
    left !== null && t('material.own.left', { count: left }),
    left === null && wells > 0 && t('material.own.used', { count: wells }),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}
