import { useCallback, useMemo } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { PlateGrid } from '../../../parts/plate/PlateGrid.tsx'
import { plateRoom } from '../shared/plate-room.ts'
import detail from './Detail.module.css'
import styles from './PlatePanel.module.css'
import { heatGradient } from './heat-scale.ts'
import { plateLook } from './plate-look.ts'
import { formatSignal } from './trace-text.ts'
import { colourings, type ViewControl } from './use-view.ts'

/** The plate as one of three views of the results; what is selected here is selected everywhere. */
export function PlatePanel(props: {
  record: Analysis
  results: Results | null
  control: ViewControl
  selected: ReadonlySet<number>
  onSelect: (wells: Set<number>) => void
  /** A well pointed at in the curves or in the table. */
  pointed: number | null
}) {
  const { record, results, control, pointed } = props
  const { view, change } = control
  const shape = cartridges[record.cartridge_type]
  const targets = record.method.evaluation.targets
  const target = targets.find(({ name }) => name === view.target) ?? targets[0]
  const { looks, range } = useMemo(
    () =>
      plateLook({
        samples: record.samples,
        shape,
        colour: view.colour,
        results: (results?.wells ?? []).filter((one) => one.target === target?.name),
        running: record.status === 'RUNNING',
      }),
    [record.samples, record.status, shape, view.colour, results, target],
  )
  const wellLook = useCallback(
    (index: number) => {
      const look = looks[index] ?? { label: '', quiet: true }
      return index === pointed ? { ...look, ring: 'var(--accent)' } : look
    },
    [looks, pointed],
  )
  const ofTarget = view.colour === 'call' || view.colour === 'cq' || view.colour === 'end'
  return (
    <section className={`${detail.panel} ${detail.view}`} aria-label={t('detail.plate')}>
      <div className={detail.bar}>
        <SelectField
          label={t('detail.colour')}
          hideLabel
          value={view.colour}
          choices={colourings.map((one) => ({ value: one, label: t(`detail.colour.${one}`) }))}
          onChange={(colour) => change({ colour })}
        />
        {ofTarget && targets.length > 1 && (
          <SelectField
            label={t('detail.target')}
            hideLabel
            value={target?.name ?? ''}
            choices={targets.map(({ name }) => ({ value: name, label: name }))}
            onChange={(name) => change({ target: name })}
          />
        )}
      </div>
      <div style={plateRoom(shape)}>
        <PlateGrid
          label={t('wizard.plate', { name: record.name })}
          rows={shape.rows}
          columns={shape.columns}
          wellLook={wellLook}
          selected={props.selected}
          onSelect={props.onSelect}
        />
      </div>
      {range && (view.colour === 'cq' || view.colour === 'end') && (
        <HeatLegend
          low={view.colour === 'cq' ? formatNumber(range[1], 2) : formatSignal(range[0])}
          high={view.colour === 'cq' ? formatNumber(range[0], 2) : formatSignal(range[1])}
          label={t(`detail.colour.${view.colour}`)}
        />
      )}
      {view.colour === 'call' && results && <CallLegend />}
    </section>
  )
}

function HeatLegend(props: { low: string; high: string; label: string }) {
  return (
    <p className={styles.legend} dir="ltr">
      <span>{props.label}</span>
      <span>{props.low}</span>
      <i style={{ background: heatGradient }} aria-hidden="true" />
      <span>{props.high}</span>
    </p>
  )
}

function CallLegend() {
  return (
    <p className={styles.legend}>
      <span>● {t('call.detected')}</span>
      <span>○ {t('call.not_detected')}</span>
      <span>◆ {t('call.review')}</span>
      <span>▲ {t('call.invalid')}</span>
    </p>
  )
}
