import type { LabLot, LotUnit } from '../../../domain/entities/lab-lot.ts'
import { leftInBox, type LotUse } from '../../../domain/rules/kit-use.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { localTime } from '../../state/local-time.ts'
import { ActButton, type LotOfKit, type OpenAct } from './ActButton.tsx'
import styles from './KitLots.module.css'

/** Most boxes that are listed; those written down and those that runs used come first. */
const shownBoxes = 20

/** List the boxes of a lot: how many tests each has left, how often it was used, and what may be done with it. */
export function LotBoxes(props: { of: LotOfKit; use: LotUse | undefined; open: OpenAct }) {
  const { of, use, open } = props
  const boxes = listBoxes(of.record, use)
  return (
    <details className={styles.boxes}>
      <summary>
        {t('material.box.title')} ({formatNumber(boxes.length)})
      </summary>
      {boxes.length === 0 && <p className={styles.facts}>{t('material.box.none')}</p>}
      <ul>
        {boxes.slice(0, shownBoxes).map((unit) => (
          <BoxItem key={unit.box} {...{ of, use, open, unit }} />
        ))}
      </ul>
      <ActButton act="unit" of={of} open={open} />
    </details>
  )
}

/** List the boxes that are known: written down, used by a run, or counted at their receipt. */
function listBoxes(record: LabLot | null, use: LotUse | undefined): LotUnit[] {
  const units = record?.units ?? []
  const came = Array.from({ length: Math.min(record?.boxes ?? 0, shownBoxes) }, (_, at) => at + 1)
  const numbers = [...units.map(({ box }) => box), ...(use?.boxes ?? []).map(({ box }) => box)]
  return [...new Set([...numbers, ...came])]
    .toSorted((a, b) => a - b)
    .map((box) => units.find((unit) => unit.box === box) ?? { ...unknown, box })
}

const unknown = { received_at: null, opened_at: null, retired: null }

function BoxItem(props: { of: LotOfKit; use: LotUse | undefined; unit: LotUnit; open: OpenAct }) {
  const { of, use, unit, open } = props
  const { box, retired } = unit
  const tests = of.kit.quantity
  const left = leftInBox(box, use, tests)
  const runs = use?.boxes.find((one) => one.box === box)?.runs ?? 0
  const most = of.record?.runs_most ?? null
  const facts = [
    // Leave out the tests of a retired box: nobody uses them.
    !retired && t('material.box.left', { left, tests }),
    most === null
      ? t('material.box.runs', { count: runs })
      : t('material.box.runsOf', { count: runs, most }),
    unit.received_at && t('material.own.receivedOn', { date: dayOf(unit.received_at) }),
    unit.opened_at && t('material.own.openedOn', { date: dayOf(unit.opened_at) }),
  ]
  return (
    <li>
      <div className={styles.head}>
        <span>{t('material.box.name', { box })}</span>
        <BoxBadge unit={unit} isEmpty={left === 0 || (most !== null && runs >= most)} runs={runs} />
      </div>
      <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      {retired && (
        <p>{t('material.box.retiredBy', { name: retired.user_name, reason: retired.reason })}</p>
      )}
      <ActButton act={retired ? 'reinstate' : 'retire'} of={of} box={box} open={open} />
    </li>
  )
}

const dayOf = (day: string) => localTime(day, 'date') ?? day

/** Show the state of a box: a shape and a word. */
function BoxBadge(props: { unit: LotUnit; isEmpty: boolean; runs: number }) {
  const { unit, isEmpty, runs } = props
  if (unit.retired) {
    return (
      <Badge shape="diamond" tone="danger">
        {t('material.box.state.retired')}
      </Badge>
    )
  }
  if (isEmpty) {
    return (
      <Badge shape="ring" tone="neutral">
        {t('material.box.state.empty')}
      </Badge>
    )
  }
  return unit.opened_at !== null || runs > 0 ? (
    <Badge shape="half" tone="accent">
      {t('material.box.state.opened')}
    </Badge>
  ) : (
    <Badge shape="disc" tone="accent">
      {t('material.box.state.closed')}
    </Badge>
  )
}
