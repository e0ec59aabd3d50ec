import { memo } from 'react'
import { wavelengths } from '../../../../../domain/catalog/wavelengths.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import detail from '../Detail.module.css'
import styles from '../CurveBar.module.css'
import type { ChannelFacts } from '../list-channels.ts'
import { splits, type View, type ViewControl } from '../use-view.ts'
import { DyeLine } from './DyeLine.tsx'
import type { SecondAxis } from './second-axis.ts'
import { writeIndexes } from './view-address.ts'
import { dyeColour } from '../../../../entities/sample/dye-colour.ts'

/** Choose channels, their axes, and all curves or the selected ones. It is not drawn again while curves grow. */
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
  const toggle = (name: string) => {
    const off = new Set(view.off)
    if (!off.delete(name)) off.add(name)
    change({ off: [...off].join(',') })
  }
  return (
    <div className={detail.bar}>
      <div className={styles.chips} role="group" aria-label={t('chart.channels')}>
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
      <SplitChoice {...props} />
      {channels.length > 1 && view.split === null && <SecondChoice {...props} />}
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

/** Choose between one chart of all curves and charts beside each other, if there is more than one. */
function SplitChoice(props: {
  control: ViewControl
  view: View
  channels: readonly ChannelFacts[]
}) {
  const targets = props.channels.flatMap((one) => one.targets)
  const sizes = { channel: props.channels.length, target: targets.length }
  const choices = splits.filter((split) => sizes[split] > 1)
  if (choices.length === 0) return null
  return (
    <SelectField
      label={t('chart.split')}
      hideLabel
      value={props.view.split ?? ''}
      choices={[
        { value: '', label: t('chart.split.none') },
        ...choices.map((split) => ({ value: split, label: t(`chart.split.${split}`) })),
      ]}
      onChange={(split) =>
        props.control.change({ split: split || null, dual: null, second: null, y2: null })
      }
    />
  )
}

/** Choose two value axes: refused, with the reason beside it, until a second channel is chosen. */
function SecondChoice(props: {
  control: ViewControl
  view: View
  channels: readonly ChannelFacts[]
  shown: ReadonlySet<string>
  second: SecondAxis
}) {
  const { view, second } = props
  const { change } = props.control
  return (
    <span className={styles.second}>
      <label className={styles.solo}>
        <input
          type="checkbox"
          checked={view.dual}
          onChange={(event) =>
            change({ dual: event.target.checked ? '1' : null, second: null, y2: null })
          }
        />
        {t('chart.dual')}
      </label>
      {view.dual && (
        <>
          <span role="group" aria-label={t('chart.dual.second')} className={styles.chips}>
            {props.channels
              .filter(({ name }) => props.shown.has(name))
              .map(({ name, label }) => (
                <button
                  key={name}
                  type="button"
                  className={detail.chip}
                  data-choice=""
                  aria-pressed={second.channel === name}
                  onClick={() => change({ second: name, y2: null })}
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
        </>
      )}
    </span>
  )
}

/** Puts the selected curves away, and brings all back. */
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
