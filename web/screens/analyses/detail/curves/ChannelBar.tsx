import { memo, useRef } from 'react'
import { wavelengths } from '../../../../../domain/catalog/wavelengths.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import detail from '../Detail.module.css'
import styles from '../CurveBar.module.css'
import type { ChannelFacts } from '../list-channels.ts'
import type { View, ViewControl } from '../use-view.ts'
import { DyeLine } from './DyeLine.tsx'
import type { SecondAxis } from './second-axis.ts'
import { writeIndexes } from './view-address.ts'
import { useScrollEdges } from '../../../../parts/scroll/use-scroll-edges.ts'
import { dyeColour } from '../../../../entities/sample/dye-colour.ts'

/** Choose channels in one line that scrolls, their axes, and all curves or the selected ones. It is not drawn again while curves grow. */
export const ChannelBar = memo(function ChannelBar(props: {
  control: ViewControl
  view: View
  channels: readonly ChannelFacts[]
  shown: ReadonlySet<string>
  second: SecondAxis
  selected: ReadonlySet<number>
}) {
  const { control, channels, shown, view } = props
  const { change } = control
  const row = useRef<HTMLDivElement>(null)
  useScrollEdges(row)
  const toggle = (name: string) => {
    const off = new Set(view.off)
    if (!off.delete(name)) off.add(name)
    change({ off: [...off].join(',') })
  }
  return (
    <div className={styles.line}>
      <div ref={row} className={styles.chips} role="group" aria-label={t('chart.channels')}>
        {channels.map(({ name, label, targets }) => (
          <button
            key={name}
            type="button"
            className={detail.chip}
            aria-pressed={shown.has(name)}
            onClick={() => toggle(name)}
          >
            <DyeLine color={dyeColour(name)} dash={wavelengths[name].LineStyle} />
            {label}
            {targets.length > 0 && (
              <bdi dir="ltr" className={detail.quiet}>
                {targets.join(', ')}
              </bdi>
            )}
          </button>
        ))}
      </div>
      {channels.length > 1 && view.dual && <SecondChoice {...props} />}
      <span className={detail.end}>
        <label className={styles.solo}>
          <input
            type="checkbox"
            checked={view.solo}
            onChange={(event) => change({ solo: event.target.checked ? '1' : null })}
          />
          {t('chart.solo')}
        </label>
        <HideChoice control={control} view={view} selected={props.selected} />
      </span>
    </div>
  )
})

/** Choose the channel of the second value axis: refused, with the reason beside it, until it is another one. */
function SecondChoice(props: {
  control: ViewControl
  channels: readonly ChannelFacts[]
  shown: ReadonlySet<string>
  second: SecondAxis
}) {
  const { second } = props
  return (
    <span className={styles.second}>
      {t('chart.dual.second')}
      <span role="group" aria-label={t('chart.dual.second')} className={styles.choices}>
        {props.channels
          .filter(({ name }) => props.shown.has(name))
          .map(({ name, label }) => (
            <button
              key={name}
              type="button"
              className={detail.chip}
              data-choice=""
              aria-pressed={second.channel === name}
              onClick={() => props.control.change({ second: name, y2: null })}
            >
              <DyeLine color={dyeColour(name)} dash={wavelengths[name].LineStyle} />
              {label}
            </button>
          ))}
      </span>
      {second.refusal && (
        <span role="alert" className={styles.refusal}>
          {t(`chart.dual.${second.refusal}`)}
        </span>
      )}
    </span>
  )
}

/** Hide the selected curves, and show all again. */
function HideChoice(props: { control: ViewControl; view: View; selected: ReadonlySet<number> }) {
  const { view } = props
  const write = (wells: ReadonlySet<number>) => props.control.change({ hide: writeIndexes(wells) })
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
