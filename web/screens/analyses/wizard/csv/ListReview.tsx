import { type RefObject, useCallback, useMemo, useState } from 'react'
import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../../../domain/entities/analysis.ts'
import { wellIndex, wellName } from '../../../../../domain/rules/well.ts'
import { type ListReason, listReasons } from '../../../../../workers/files/sample-list/left-out.ts'
import type { ListStep } from '../../../../../workers/files/sample-list/list-session.ts'
import type { ListFilter, ListView } from '../../../../../workers/files/sample-list/list-view.ts'
import type { OpenList } from '../../../../../workers/files/sample-list/open-list.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { FilterChips } from '../../../../parts/filter/FilterChips.tsx'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import { PlateGrid } from '../../../../parts/plate/PlateGrid.tsx'
import { layoutLook } from '../../../../layout/layout-look.ts'
import { plateRoom } from '../../../../parts/plate/plate-room.ts'
import styles from './Csv.module.css'
import { countRows, ListTable } from './ListTable.tsx'

interface ListReviewProps {
  view: ListView
  list: RefObject<OpenList | null>
  cartridge: CartridgeType
  name: string
  onChange: (step: ListStep) => Promise<void>
}

/** Show the outcome of each row of a list, and the resulting cartridge. */
export function ListReview(props: ListReviewProps) {
  const { view, list, cartridge } = props
  const [filter, setFilter] = useState<ListFilter>('all')
  const [at, setAt] = useState(0)
  const [wells, setWells] = useState<readonly string[]>([])
  const active = Math.max(0, Math.min(at, countRows(view, filter) - 1))
  const goTo = async (row: number, within: ListFilter) => {
    const found = (await list.current?.findRow(within, row)) ?? -1
    if (found < 0) return
    setFilter(within)
    setAt(found)
  }
  const choose = (next: ListFilter) => {
    setFilter(next)
    setAt(0)
  }
  const nextLeft = async (back: boolean) => {
    const open = list.current
    const [here] = (await open?.readRows(filter, active, active + 1)) ?? []
    if (!open || !here) return
    const place = await open.findRow('left', here.row + (back ? 0 : 1))
    const count = view.counts.left
    // Go on with the first one behind the last one.
    const next = back ? (place < 0 ? count : place) - 1 : Math.max(0, place)
    const [found] = await open.readRows(
      'left',
      (next + count) % count,
      ((next + count) % count) + 1,
    )
    if (found) await goTo(found.row, 'all')
  }
  const findWell = async (index: number) => {
    const well = wellName(cartridge, index)
    const row = await list.current?.findWell(well)
    if (row != null && row > 0) await goTo(row, 'all')
  }
  return (
    <>
      <div className={styles.bar}>
        <RowFilter view={view} filter={filter} onFilter={choose} />
        <div className={styles.steps}>
          <Button
            kind="plain"
            disabledReason={view.canUndo ? null : t('wizard.undo.none')}
            onClick={() => void props.onChange({ kind: 'undo' })}
          >
            {t('wizard.undo')}
          </Button>
          <Button
            kind="plain"
            disabledReason={view.canRedo ? null : t('wizard.redo.none')}
            onClick={() => void props.onChange({ kind: 'redo' })}
          >
            {t('wizard.redo')}
          </Button>
        </div>
      </div>
      <div className={styles.result}>
        <ListTable
          label={t('wizard.csv.rows', { name: props.name })}
          list={list}
          view={view}
          filter={filter}
          shape={cartridge}
          active={active}
          onActive={setAt}
          onChange={props.onChange}
          onNextLeft={(back) => void nextLeft(back)}
          onSeen={setWells}
        />
        <Preview
          view={view}
          cartridge={cartridge}
          wells={wells}
          onWell={(index) => void findWell(index)}
        />
      </div>
    </>
  )
}

function RowFilter(props: {
  view: ListView
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
}) {
  const { view, filter, onFilter } = props
  const { counts, reasons } = view
  const reason = listReasons.find((one) => one === filter)
  const chips = (['all', 'left', 'taken', 'changed'] as const)
    .filter((one) => one !== 'changed' || counts.changed > 0 || filter === 'changed')
    .map((one) => ({
      id: one,
      label: t(`wizard.csv.filter.${one}`),
      count: countRows(view, one),
      pressed: filter === one || (one === 'left' && reason !== undefined),
      onPress: () => onFilter(one),
    }))
  return (
    <>
      <FilterChips label={t('wizard.csv.filter')} chips={chips} />
      {(filter === 'left' || reason) && reasons.length > 0 && (
        <span className={styles.reason}>
          <SelectField
            label={t('wizard.csv.reason')}
            hideLabel
            value={reason ?? ''}
            choices={[
              { value: '', label: t('wizard.csv.reason.all') },
              ...reasons.map((one) => ({
                value: one.reason,
                label: `${t(`wizard.csv.why.${one.reason}`)} (${formatNumber(one.count)})`,
              })),
            ]}
            onChange={(value) => onFilter((value || 'left') as ListReason | 'left')}
          />
        </span>
      )}
    </>
  )
}

function Preview(props: {
  view: ListView
  cartridge: CartridgeType
  wells: readonly string[]
  onWell: (index: number) => void
}) {
  const { view, cartridge, wells } = props
  const looks = useMemo(
    () =>
      layoutLook(
        view.samples.map((one, at): Sample => ({ uuid: String(at), ...one })),
        cartridge,
        'type',
      ),
    [view.samples, cartridge],
  )
  const selected = useMemo(
    () => new Set(wells.map((well) => wellIndex(cartridge, well))),
    [wells, cartridge],
  )
  const wellLook = useCallback(
    (index: number) => looks[index] ?? { label: '', quiet: true },
    [looks],
  )
  return (
    <div className={styles.preview} style={plateRoom(cartridge)}>
      <PlateGrid
        label={t('wizard.csv.plate')}
        rows={cartridge.rows}
        columns={cartridge.columns}
        wellLook={wellLook}
        selected={selected}
        onSelect={(chosen) => {
          const [first] = chosen
          if (first !== undefined) props.onWell(first)
        }}
      />
    </div>
  )
}
