import { useSignals } from '@preact/signals-react/runtime'
import type { CurveLayers } from '../../../../../workers/run/views.ts'
import { formatSignal } from '../trace-text.ts'
import type { MomentColumn, ResultRow } from '../result-columns.tsx'
import { readMoment } from './read-moment.ts'
import type { Scrub } from './use-picked.ts'

/** The signal of each row at the cycle on show. A cell follows the moment by itself: the table is not drawn anew. */
export function makeMoment(layers: CurveLayers, scrub: Scrub): MomentColumn {
  return {
    // Sorted by the newest: rows do not run about while the moment moves.
    value: (row) => readMoment(layers, row.channel, row.index, null),
    cell: (row) => <MomentCell row={row} layers={layers} scrub={scrub} />,
  }
}

function MomentCell(props: { row: ResultRow; layers: CurveLayers; scrub: Scrub }) {
  useSignals()
  const { row, layers, scrub } = props
  const value = readMoment(layers, row.channel, row.index, scrub.cycle.value)
  return value === null ? '–' : formatSignal(value)
}
