import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import {
  type ControlResult,
  isTime,
  type Results,
  type WellResult,
} from '../../../../domain/results.ts'
import { findControlWells } from '../../../../domain/rules/control-wells.ts'
import { writeWells } from '../../../../domain/rules/well-ranges.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import { formatCq } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Icon } from '../../../parts/icon/Icon.tsx'
import detail from './Detail.module.css'
import styles from './ControlsPanel.module.css'

/** List the control rules of the run, each with its outcome, the wells that it was judged by or that broke it, and their Cq. */
export function ControlsPanel(props: {
  record: Analysis
  results: Results
  onSelect: (wells: Set<number>) => void
}) {
  const { record, results } = props
  const shape = cartridges[record.cartridge_type]
  if (results.controls.length === 0) return <p className={detail.pad}>{t('controls.none')}</p>
  return (
    <ul className={styles.controls}>
      {results.controls.map((control, at) => {
        const judged = findJudged(record, results, control)
        const wells = control.ok ? judged.map(({ well }) => well) : control.wells
        return (
          <li key={at} data-ok={control.ok}>
            <Icon name={control.ok ? 'check' : 'warning'} />
            <span>
              <strong>{control.target}</strong> · {t(`controls.${control.rule}`)}{' '}
              <span className={detail.quiet}>
                {t(control.ok ? 'controls.held' : 'controls.broken')}
              </span>
            </span>
            {wells.length > 0 && (
              <>
                <button
                  type="button"
                  className={styles.link}
                  onClick={() =>
                    props.onSelect(new Set(wells.map((well) => wellIndex(shape, well))))
                  }
                >
                  <bdi dir="ltr">{writeWells(wells, shape)}</bdi>
                </button>
                <span className={detail.quiet}>{sayCq(judged)}</span>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Return the results of a rule's target in the wells that broke it, or in all that it was judged by where none did. */
function findJudged(
  { samples }: Analysis,
  { wells }: Results,
  { rule, ok, target, wells: broken }: ControlResult,
): WellResult[] {
  if (target === null) return []
  if (ok) return findControlWells({ samples, wells }, rule, target)
  return wells.filter((well) => well.target === target && broken.includes(well.well))
}

/** Write the Cq of wells, or from the least to the greatest of those that have one. */
function sayCq(wells: readonly WellResult[]): string {
  const values = wells.flatMap(({ cq }) => cq ?? []).toSorted((a, b) => a - b)
  if (values.length === 0) return formatCq(null)
  const ends = [...new Set([formatCq(values[0]), formatCq(values.at(-1))])].join('–')
  return wells.some(isTime) ? t('result.ttShort', { tt: ends }) : `Cq ${ends}`
}
