import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { namesOf, writeWells } from '../../../../domain/rules/well-ranges.ts'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { fetchViews, WellMenu } from './curves/later-views.tsx'
import type { WellMenuOrder } from './curves/WellMenu.tsx'
import { CurvePanel, type CurvePanelProps } from './CurvePanel.tsx'
import { useSharedWells } from './curves/curve-window.ts'
import { usePlateWidth } from './curves/use-plate-width.ts'
import { t } from '../../../i18n/intl.ts'
import { Divider } from '../../../parts/panel/Divider.tsx'
import detail from './Detail.module.css'
import { PlatePanel } from './PlatePanel.tsx'

/** Least widths in px at which a plate of 96 and a chart can be read. */
const leastPlate = 320
const leastCurves = 560

/** Name wells, and the samples in them. */
function nameWells(
  { cartridge_type, samples }: CurvePanelProps['record'],
  wells: readonly number[],
) {
  const shape = cartridges[cartridge_type]
  const chosen = new Set(namesOf(new Set(wells), shape))
  const inside = samples.filter(({ coordinates }) => coordinates.some((well) => chosen.has(well)))
  return {
    names: writeWells([...chosen], shape),
    samples: [...new Set(inside.map(({ name }) => name))],
  }
}

/** Show the plate and the curves of a run, as two views of one selection. */
export function PlateAndCurves(
  props: Omit<CurvePanelProps, 'onMenu'> & {
    onExplain?: (well: number) => void
    /** Leaves wells out of the calls, with a reason. */
    onExclude?: (wells: readonly number[]) => void
    excludeRefusal?: string | null
    /** Content below the plate. */
    under?: ReactNode
  },
) {
  const { record, results, control, selected, onSelect, pointed, onPoint, layers, melt, scrub } =
    props
  const [menu, setMenu] = useState<WellMenuOrder | null>(null)
  const { isAlone } = control.view
  const { change } = control
  const [width, setWidth] = usePlateWidth()
  useSharedWells(props)
  useEffect(fetchViews, [])
  useEffect(() => {
    // Bring the plate back when the browser's own key has left the full screen.
    const back = () => {
      if (!document.fullscreenElement) change({ pane: null })
    }
    document.addEventListener('fullscreenchange', back)
    return () => document.removeEventListener('fullscreenchange', back)
  }, [change])
  return (
    <div
      className={detail.views}
      data-alone={isAlone || undefined}
      style={width === null ? undefined : ({ '--plate': `${width}px` } as CSSProperties)}
      data-set={width !== null || undefined}
    >
      <div className={detail.side}>
        <PlatePanel
          {...{
            record,
            results,
            control,
            selected,
            onSelect,
            pointed,
            onPoint,
            layers,
            melt,
            scrub,
          }}
          onMenu={setMenu}
          width={width}
        />
        {props.under}
      </div>
      <Divider
        label={t('detail.divider')}
        value={width}
        least={leastPlate}
        most={innerWidth - leastCurves}
        onChange={setWidth}
      />
      <CurvePanel {...props} onMenu={setMenu} />
      {menu && (
        <WellMenu
          order={menu}
          {...nameWells(record, menu.wells)}
          control={control}
          onSelect={onSelect}
          onExplain={props.onExplain}
          onExclude={props.onExclude}
          excludeRefusal={props.excludeRefusal}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  )
}
