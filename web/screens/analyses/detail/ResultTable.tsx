import type { ReadonlySignal } from '@preact/signals-react'
import { useCallback, useMemo } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import { isIsothermal } from '../../../../domain/rules/assay-kind.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { RecordTable } from '../../../parts/table/RecordTable.tsx'
import styles from './Detail.module.css'
import type { CurveLayers, MeltLayers } from '../../../../workers/run/views.ts'
import { makeMoment } from './curves/MomentCell.tsx'
import { momentsOf } from './curves/read-moment.ts'
import type { Scrub } from './curves/use-picked.ts'
import { listResultColumns, type ResultRow } from './result-columns.tsx'
import { tableAddress } from '../../../parts/table/table-address.ts'
import { useAddress } from '../../../use-address.ts'
import { firstMode, useView } from './use-view.ts'

/** List every well and target: the third view of the results. */
export function ResultTable(props: {
  record: Analysis
  results: Results
  selected: ReadonlySet<number>
  onSelect: (wells: Set<number>) => void
  onPoint: (well: number | null) => void
  /** A well that is pointed at on the plate or in a chart. */
  pointed?: ReadonlySignal<number | null>
  solo: boolean
  onOpen: () => void
  layers: CurveLayers | null
  melt?: MeltLayers | null
  scrub: Scrub
}) {
  const { record, results, selected, solo, layers, melt = null, scrub, pointed } = props
  const address = useAddress()
  const shape = cartridges[record.cartridge_type]
  const hasMelt = results.wells.some(({ melt }) => melt.length > 0)
  const hasTimes = isIsothermal(results.evaluation)
  const rows = useMemo(() => {
    const samples = new Map(record.samples.map((one) => [one.uuid, one]))
    return results.wells.map((one): ResultRow => ({
      ...one,
      id: `${one.well}|${one.target}`,
      index: wellIndex(shape, one.well),
      sample: (one.sample_uuid && samples.get(one.sample_uuid)) || null,
    }))
  }, [record.samples, results, shape])
  const { mode, show } = useView({
    colour: 'call',
    tab: 'wells',
    mode: firstMode(record.method.evaluation),
  }).view
  const columns = useMemo(() => {
    const moments = momentsOf({ mode, show }, layers, melt, scrub)
    const header = t(moments?.temperatures ? 'result.momentMelt' : 'result.moment')
    const kind = { hasMelt, hasTimes }
    return listResultColumns(kind, moments && { header, ...makeMoment(moments) })
  }, [hasMelt, hasTimes, mode, show, layers, melt, scrub])
  const shown = useMemo(
    () => (solo && selected.size > 0 ? rows.filter(({ index }) => selected.has(index)) : rows),
    [rows, solo, selected],
  )
  const chosen = useMemo(
    () => new Set(rows.filter(({ index }) => selected.has(index)).map(({ id }) => id)),
    [rows, selected],
  )
  const isPointed = useCallback(({ index }: ResultRow) => pointed?.value === index, [pointed])
  return (
    <div className={styles.table}>
      <RecordTable
        label={t('detail.results')}
        columns={columns}
        rows={shown}
        rowId={(row) => row.id}
        {...tableAddress(address)}
        selected={chosen}
        onSelect={(ids) =>
          props.onSelect(new Set([...ids].map((id) => wellIndex(shape, id.split('|')[0] ?? ''))))
        }
        isPointed={isPointed}
        onHover={(id) =>
          props.onPoint(id === null ? null : wellIndex(shape, id.split('|')[0] ?? ''))
        }
        onOpen={(row) => {
          props.onSelect(new Set([row.index]))
          props.onOpen()
        }}
        empty={
          <EmptyState title={t('detail.results.none')} icon="list">
            {t('detail.results.none.hint')}
          </EmptyState>
        }
      />
    </div>
  )
}
