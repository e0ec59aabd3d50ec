import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { ControlResult, Results } from '../../../../domain/results.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import { t } from '../../../i18n/intl.ts'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { writeWells } from '../../../../domain/rules/well-ranges.ts'
import detail from './Detail.module.css'
import styles from './ControlsPanel.module.css'

/** List the control rules of the run, each with its outcome and the wells that broke it. */
export function ControlsPanel(props: {
  record: Analysis
  results: Results
  onSelect: (wells: Set<number>) => void
}) {
  const { record, results } = props
  const shape = cartridges[record.cartridge_type]
  if (results.controls.length === 0) return <p className={detail.pad}>{t('controls.none')}</p>
  const show = ({ wells }: ControlResult) =>
    props.onSelect(new Set(wells.map((well) => wellIndex(shape, well))))
  return (
    <ul className={styles.controls}>
      {results.controls.map((control, at) => (
        <li key={at} data-ok={control.ok}>
          <Icon name={control.ok ? 'check' : 'warning'} />
          <span>
            <strong>{control.target}</strong> · {t(`controls.${control.rule}`)}{' '}
            <span className={detail.quiet}>
              {t(control.ok ? 'controls.held' : 'controls.broken')}
            </span>
          </span>
          {control.wells.length > 0 && (
            <button type="button" className={styles.link} onClick={() => show(control)}>
              <bdi dir="ltr">{writeWells(control.wells, shape)}</bdi>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
