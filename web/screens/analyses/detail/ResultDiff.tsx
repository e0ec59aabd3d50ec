import { useState } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { DiffPlate } from '../../../entities/result/DiffPlate.tsx'
import { DiffTable } from '../../../entities/result/DiffTable.tsx'
import { MoveList } from '../../../entities/result/MoveList.tsx'
import type { ResultChange } from '../../../../domain/rules/diff-results.ts'
import styles from './Recalculation.module.css'

/**
 * Compare two results of one run: the number of changed calls, their place on the plate, and each well before and
 * after.
 */
export function ResultDiff(props: {
  record: Pick<Analysis, 'cartridge_type' | 'samples' | 'name'>
  changes: readonly ResultChange[]
  /** Heads of the two columns. */
  before: string
  after: string
}) {
  const { record, changes } = props
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const shape = cartridges[record.cartridge_type]
  const calls = changes.filter(({ callChanged }) => callChanged).length
  if (changes.length === 0) return <Notice kind="info">{t('recalculate.same')}</Notice>
  const shown =
    selected.size === 0
      ? changes
      : changes.filter(({ well }) => selected.has(wellIndex(shape, well)))
  return (
    <section className={styles.diff} aria-label={t('diff.title')}>
      <p role="status">
        <strong>{t('recalculate.changes', { count: changes.length, calls })}</strong>
      </p>
      <MoveList changes={changes} />
      <div className={styles.diffViews}>
        <DiffPlate record={record} changes={changes} selected={selected} onSelect={setSelected} />
        <DiffTable changes={shown} before={props.before} after={props.after} />
      </div>
    </section>
  )
}
