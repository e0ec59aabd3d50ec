import { useSignals } from '@preact/signals-react/runtime'
import type { MomentColumn, ResultRow } from '../result-columns.tsx'
import { formatSignal } from '../../../../entities/result/trace-text.ts'
import { readMoment, type ShownMoments } from './read-moment.ts'

/**
 * Show the signal of each row at the chosen moment. A cell follows the moment by itself, so that the table is not drawn
 * again.
 */
export function makeMoment(moments: ShownMoments): MomentColumn {
  return {
    // Sort by the newest, so that rows do not run about while the moment moves.
    value: (row) => readMoment(moments, row.channel, row.index, null),
    cell: (row) => <MomentCell row={row} moments={moments} />,
  }
}

function MomentCell(props: { row: ResultRow; moments: ShownMoments }) {
  useSignals()
  const { row, moments } = props
  const value = readMoment(moments, row.channel, row.index, moments.at.value)
  return value === null ? '–' : formatSignal(value)
}
