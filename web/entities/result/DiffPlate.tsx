import { useCallback, useMemo } from 'react'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import { t } from '../../i18n/intl.ts'
import { PlateGrid } from '../../parts/plate/PlateGrid.tsx'
import { plateRoom } from '../../parts/plate/plate-room.ts'
import { diffLooks } from './diff-look.ts'
import type { ResultChange } from '../../../domain/rules/diff-results.ts'
import styles from './Diff.module.css'

/** Show a difference on the plate: wells whose call changes have the new call's shape, those whose Cq moves a mark. */
export function DiffPlate(props: {
  record: Pick<Analysis, 'cartridge_type' | 'samples' | 'name'>
  changes: readonly ResultChange[]
  selected: ReadonlySet<number>
  onSelect: (wells: Set<number>) => void
  /** Wells are named without numbers, so that one of which the Cq alone moves on is not drawn again. */
  isBrief?: boolean
}) {
  const { record, changes, selected, onSelect, isBrief = false } = props
  const shape = cartridges[record.cartridge_type]
  const looks = useMemo(
    () => diffLooks(record.samples, shape, changes, isBrief),
    [record.samples, shape, changes, isBrief],
  )
  const wellLook = useCallback(
    (index: number) => looks[index] ?? { label: t('parts.plate.empty'), quiet: true },
    [looks],
  )
  return (
    <div className={styles.plate} style={plateRoom(shape)}>
      <PlateGrid
        label={t('diff.plate', { name: record.name })}
        rows={shape.rows}
        columns={shape.columns}
        wellLook={wellLook}
        selected={selected}
        onSelect={onSelect}
      />
      <p className={styles.legend}>
        <span>
          <i data-kind="call" aria-hidden="true" /> {t('diff.legend.call')}
        </span>
        <span>
          <i data-kind="cq" aria-hidden="true" /> {t('diff.legend.cq')}
        </span>
      </p>
    </div>
  )
}
