import { t } from '../../i18n/intl.ts'
import { Segments } from '../../parts/form/Segments.tsx'
import type { Direction } from '../../state/layout-steps/wells.ts'

/** Choose between along the rows and down the columns. */
export function DirectionField(props: {
  label?: string
  /** In a tool bar the label is only read aloud. */
  bare?: boolean
  value: Direction
  onChange: (direction: Direction) => void
}) {
  return (
    <Segments
      label={props.label ?? t('wizard.direction')}
      showLabel={!props.bare}
      value={props.value}
      choices={[
        { value: 'across', label: `→ ${t('wizard.direction.across')}` },
        { value: 'down', label: `↓ ${t('wizard.direction.down')}` },
      ]}
      onChange={props.onChange}
    />
  )
}
