import { layerNames } from '../../../../curves/value-axis.ts'
import { t } from '../../../../i18n/intl.ts'
import { CheckField } from '../../../../parts/form/CheckField.tsx'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import { Popover } from '../../../../parts/menu/Popover.tsx'
import type { ChannelFacts } from '../list-channels.ts'
import { splits, type View, type ViewControl } from '../use-view.ts'

/** Choose what is set once and kept: the curves' layer, one chart or several, a second axis, the fit of the axis. */
export function ViewChoice(props: {
  control: ViewControl
  view: View
  channels: readonly ChannelFacts[]
}) {
  const { view, channels } = props
  const { change } = props.control
  const hasLayers = view.mode !== 'VAL' && view.show === 'curve'
  return (
    <Popover
      label={t('chart.view')}
      icon="eye"
      iconOnly
      changed={
        view.split !== null ||
        view.dual ||
        view.y === 'fit' ||
        (hasLayers && view.layer !== 'corrected')
      }
    >
      {hasLayers && (
        <SelectField
          label={t('chart.layer')}
          value={view.layer}
          choices={layerNames.map((one) => ({ value: one, label: t(`chart.layer.${one}`) }))}
          onChange={(layer) => change({ layer, y: view.y === 'fit' ? 'fit' : null, y2: null })}
        />
      )}
      <SplitChoice {...props} />
      {channels.length > 1 && view.split === null && (
        <CheckField
          label={t('chart.dual')}
          checked={view.dual}
          onChange={(dual) => change({ dual: dual ? '1' : null, second: null, y2: null })}
        />
      )}
      <CheckField
        label={t('chart.fit')}
        checked={view.y === 'fit'}
        onChange={(fit) => change({ y: fit ? 'fit' : null, y2: null })}
      />
    </Popover>
  )
}

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
