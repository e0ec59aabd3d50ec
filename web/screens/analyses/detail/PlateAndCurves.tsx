import { type ReactNode, useState } from 'react'
import { namesOf, writeWells } from '../../../../domain/rules/well-ranges.ts'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { WellMenu, type WellMenuOrder } from './curves/WellMenu.tsx'
import { CurvePanel, type CurvePanelProps } from './CurvePanel.tsx'
import detail from './Detail.module.css'
import { PlatePanel } from './PlatePanel.tsx'

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
  const shape = cartridges[record.cartridge_type]
  return (
    <div className={detail.views}>
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
        />
        {props.under}
      </div>
      <CurvePanel {...props} onMenu={setMenu} />
      {menu && (
        <WellMenu
          order={menu}
          names={writeWells(namesOf(new Set(menu.wells), shape), shape)}
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
