import { useCallback, useMemo, useRef, useState } from 'react'
import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import { wellIndex, wellName } from '../../../../../domain/rules/well.ts'
import { namesOf } from '../../../../../domain/rules/well-ranges.ts'
import type { PlateHandle } from '../../../../parts/plate/PlateGrid.tsx'

/** Which wells are selected, and which one has the focus. */
export function useSelection(shape: CartridgeType) {
  const plate = useRef<PlateHandle>(null)
  const [selected, select] = useState<ReadonlySet<number>>(new Set())
  const [current, showCurrent] = useState(0)
  /** The well in focus as of now: codes of a reader can come faster than the page is drawn. */
  const focused = useRef(0)
  const setCurrent = useCallback((index: number) => {
    focused.current = index
    showCurrent(index)
  }, [])
  const wells = useMemo(() => namesOf(selected, shape), [selected, shape])
  return {
    plate,
    selected,
    select,
    wells,
    current: wellName(shape, current),
    setCurrent,
    currentNow: () => wellName(shape, focused.current),
    /** What typing and most keys are about: the selection, or the well in focus when it lies outside. */
    acted: () => (selected.has(current) ? wells : [wellName(shape, current)]),
    /** The focus comes back to the plate. */
    back: () => plate.current?.focusWell(current),
    goTo(well: string) {
      const index = wellIndex(shape, well)
      if (index < 0) return
      select(new Set([index]))
      plate.current?.focusWell(index)
    },
  }
}
