import { useState } from 'react'
import { checkColour, textOn } from '../../../../../domain/rules/colour.ts'
import type { Fault } from '../../../../../domain/fault.ts'
import { errorTexts } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { ContextMenu } from '../../../../parts/menu/ContextMenu.tsx'
import type { MenuAction } from '../../../../parts/menu/Menu.tsx'
import type { ViewControl } from '../use-view.ts'
import { writeColours, writeIndexes } from './view-address.ts'
import styles from './WellMenu.module.css'

/** Wells that a menu is about, and where it was asked for. */
export interface WellMenuOrder {
  wells: readonly number[]
  at: { x: number; y: number }
}

/** Told apart by most eyes, none brighter than a chosen colour may be. */
const swatches = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#7a5195', '#8c6d00', '#b3261e']

interface WellMenuProps {
  order: WellMenuOrder
  /** Names of the wells. */
  names: string
  /** Names of their samples. */
  samples: readonly string[]
  control: ViewControl
  onSelect: (wells: ReadonlySet<number>) => void
  onExplain?: ((well: number) => void) | undefined
  onExclude?: ((wells: readonly number[]) => void) | undefined
  /** Reason that wells cannot be excluded now. */
  excludeRefusal?: string | null | undefined
  onClose: () => void
}

/** Show the menu of wells, opened on their curves or on the plate. */
export function WellMenu(props: WellMenuProps) {
  const { order, names, samples, control, onClose } = props
  const { view, change } = control
  return (
    <ContextMenu
      label={t('chart.menu', { wells: names })}
      at={order.at}
      onClose={onClose}
      head={
        <p className={styles.head}>
          <bdi dir="ltr">{names}</bdi>
          {samples.length > 0 && (
            <>
              {' · '}
              <bdi>
                {samples.length > 3
                  ? t('verdict.several', { count: samples.length })
                  : samples.join(', ')}
              </bdi>
            </>
          )}
        </p>
      }
      items={listItems(props)}
    >
      <ColourChoice
        colours={view.colours}
        wells={order.wells}
        onChange={(colours) => change({ paint: writeColours(colours) })}
        onClose={onClose}
      />
    </ContextMenu>
  )
}

/** List what can be done with the wells as they are shown. */
function listItems(props: WellMenuProps): MenuAction[] {
  const { view, change } = props.control
  const { wells } = props.order
  const [first] = wells
  const items: MenuAction[] = [
    {
      id: 'solo',
      label: t(wells.length === 1 ? 'chart.menu.soloOne' : 'chart.menu.solo'),
      icon: 'eye',
      onPress: () => {
        props.onSelect(new Set(wells))
        change({ solo: '1' })
      },
    },
    {
      id: 'hide',
      label: t('chart.menu.hide'),
      icon: 'eye-off',
      onPress: () => change({ hide: writeIndexes([...view.hidden, ...wells]), solo: null }),
    },
  ]
  if (view.solo || view.hidden.size > 0) {
    items.push({
      id: 'all',
      label: t('chart.menu.all'),
      icon: 'refresh',
      onPress: () => change({ hide: null, solo: null }),
    })
  }
  if (props.onExplain && first !== undefined && wells.length === 1) {
    items.push({
      id: 'explain',
      label: t('chart.menu.explain'),
      icon: 'info',
      onPress: () => props.onExplain?.(first),
    })
  }
  if (first !== undefined && wells.length === 1) {
    items.push({
      id: 'comment',
      label: t('comments.menu'),
      icon: 'message',
      onPress: () => {
        props.onSelect(new Set(wells))
        change({ tab: 'comments', well: props.names })
      },
    })
  }
  if (props.onExclude) {
    items.push({
      id: 'exclude',
      label: t('chart.menu.exclude'),
      icon: 'trash',
      danger: true,
      disabledReason: props.excludeRefusal,
      onPress: () => props.onExclude?.(wells),
    })
  }
  return items
}

/** Choose a colour for wells: one of a few, or any that is not too bright to be seen (spec §5). */
function ColourChoice(props: {
  colours: ReadonlyMap<number, string>
  wells: readonly number[]
  onChange: (colours: ReadonlyMap<number, string>) => void
  onClose: () => void
}) {
  const { colours, wells } = props
  const [refusal, setRefusal] = useState<string | null>(null)
  const given = wells.map((well) => colours.get(well)).find((one) => one !== undefined)
  const paint = (colour: string | null) => {
    const next = new Map(colours)
    for (const well of wells) {
      if (colour) next.set(well, colour)
      else next.delete(well)
    }
    props.onChange(next)
  }
  const choose = (colour: string) => {
    try {
      checkColour(colour, 'colour')
      setRefusal(null)
      paint(colour)
    } catch (fault) {
      setRefusal(errorTexts(fault as Fault).join(' '))
    }
  }
  return (
    <div className={styles.colours} role="group" aria-label={t('chart.menu.colour')}>
      {swatches.map((colour) => (
        <button
          key={colour}
          type="button"
          aria-pressed={given === colour}
          className={styles.swatch}
          style={{ background: colour, color: textOn(colour) }}
          aria-label={t('chart.menu.colourOf', { colour })}
          onClick={() => {
            choose(colour)
            props.onClose()
          }}
        >
          {given === colour ? '✓' : ''}
        </button>
      ))}
      <input
        type="color"
        className={styles.swatch}
        aria-label={t('chart.menu.colourOther')}
        value={given ?? '#0072b2'}
        onChange={(event) => choose(event.target.value)}
      />
      {given && (
        <button
          type="button"
          className={styles.none}
          onClick={() => {
            paint(null)
            props.onClose()
          }}
        >
          {t('chart.menu.colourNone')}
        </button>
      )}
      {refusal && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
    </div>
  )
}
