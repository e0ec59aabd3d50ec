import { useState } from 'react'
import { CurvePanel, type CurvePanelProps } from './CurvePanel.tsx'
import detail from './Detail.module.css'
import { PlatePanel } from './PlatePanel.tsx'

/** Wells that are selected, and the one that is pointed at: the same in every view of a run. */
export type Picked = Pick<CurvePanelProps, 'selected' | 'onSelect' | 'pointed' | 'onPoint'>

export function usePicked(): Picked {
  const [selected, onSelect] = useState<ReadonlySet<number>>(new Set())
  const [pointed, onPoint] = useState<number | null>(null)
  return { selected, onSelect, pointed, onPoint }
}

/** The plate and the curves of a run, as two views of one selection. */
export function PlateAndCurves(props: CurvePanelProps) {
  const { record, results, control, selected, onSelect, pointed } = props
  return (
    <div className={detail.views}>
      <PlatePanel {...{ record, results, control, selected, onSelect, pointed }} />
      <CurvePanel {...props} />
    </div>
  )
}
