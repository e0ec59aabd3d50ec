import { wavelengths } from '../../../../domain/catalog/wavelengths.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import detail from './Detail.module.css'
import styles from './CurveBar.module.css'
import type { ChannelFacts } from './list-channels.ts'
import { type ChartName, charts, layerNames, type ViewControl } from './use-view.ts'

/** Which chart, which channels, all curves or the selected ones. */
export function CurveBar(props: {
  control: ViewControl
  chart: ChartName
  channels: readonly ChannelFacts[]
  shown: ReadonlySet<string>
  hasMelt: boolean
  selected: ReadonlySet<number>
}) {
  const { control, chart, channels, shown } = props
  const { view, change } = control
  const toggle = (name: string) => {
    const off = new Set(view.off)
    if (!off.delete(name)) off.add(name)
    change({ off: [...off].join(',') })
  }
  return (
    <div className={detail.bar}>
      <Segments
        label={t('chart.kind')}
        value={chart}
        choices={charts
          .filter((one) => one !== 'melt' || props.hasMelt)
          .map((one) => ({ value: one, label: t(`chart.${one}`) }))}
        onChange={(one) => change({ chart: one })}
      />
      {chart === 'amplification' && (
        <SelectField
          label={t('chart.layer')}
          hideLabel
          value={view.layer}
          choices={layerNames.map((one) => ({ value: one, label: t(`chart.layer.${one}`) }))}
          onChange={(layer) => change({ layer })}
        />
      )}
      <label className={styles.solo}>
        <input
          type="checkbox"
          checked={view.solo}
          onChange={(event) => change({ solo: event.target.checked ? '1' : null })}
        />
        {t('chart.solo')}
      </label>
      <div className={styles.chips} role="group" aria-label={t('chart.channels')}>
        {channels.map(({ name, label, targets }) => (
          <button
            key={name}
            type="button"
            className={detail.chip}
            aria-pressed={shown.has(name)}
            onClick={() => toggle(name)}
          >
            <DyeLine color={wavelengths[name].color} dash={wavelengths[name].LineStyle} />
            {label}
            {targets.length > 0 && <span className={detail.quiet}>{targets.join(', ')}</span>}
          </button>
        ))}
      </div>
      <HideChoice control={control} selected={props.selected} />
    </div>
  )
}

/** Puts the selected curves away, and brings all back. */
function HideChoice(props: { control: ViewControl; selected: ReadonlySet<number> }) {
  const { view, change } = props.control
  const write = (wells: ReadonlySet<number>) => change({ hide: [...wells].join('.') })
  const fresh = [...props.selected].some((well) => !view.hidden.has(well))
  return (
    <>
      {fresh && !view.solo && (
        <Button
          kind="plain"
          icon="eye-off"
          iconOnly
          onClick={() => write(new Set([...view.hidden, ...props.selected]))}
        >
          {t('chart.hide')}
        </Button>
      )}
      {view.hidden.size > 0 && (
        <Button kind="plain" icon="eye" onClick={() => write(new Set())}>
          {t('chart.unhide', { count: view.hidden.size })}
        </Button>
      )}
    </>
  )
}

/** The dye's colour and its dash, as the curves have them. */
function DyeLine({ color, dash }: { color: string; dash: readonly number[] }) {
  return (
    <svg width="22" height="8" aria-hidden="true" className={styles.dyeLine}>
      <line
        x1="1"
        x2="21"
        y1="4"
        y2="4"
        stroke={color}
        strokeWidth="2.5"
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  )
}
