import type { Layout } from '../draft-steps.ts'
import { type Outcome, placeOf, type Shape, wellAt } from './wells.ts'

/** Transformations of a whole plate: plates are loaded turned round, or one row too low. */
export const transformKinds = ['rotate', 'mirrorRows', 'mirrorColumns', 'shift'] as const
export type TransformKind = (typeof transformKinds)[number]

export interface Transform {
  kind: TransformKind
  /** Rows downwards and columns to the right of a shift; may be negative. */
  rows: number
  columns: number
}

/**
 * Turn the layout by 180°, mirror it (rows: top becomes bottom; columns: left becomes right) or shift it. A well that
 * would be off the plate is removed; its sample stays, in its other wells or without any.
 */
export function transformLayout(layout: Layout, transform: Transform, shape: Shape): Outcome {
  let fallen = 0
  const after = layout.map((one) => {
    const coordinates = one.coordinates.flatMap((well) => {
      const next = moveWell(well, transform, shape)
      if (next === null) fallen += 1
      return next ?? []
    })
    return { ...one, coordinates }
  })
  return { layout: after, fallen }
}

function moveWell(well: string, transform: Transform, shape: Shape): string | null {
  const place = placeOf(well, shape)
  if (!place) return null
  const { row, column } = place
  const { kind, rows, columns } = transform
  const low = shape.rows - 1 - row
  const right = shape.columns - 1 - column
  switch (kind) {
    case 'rotate':
      return wellAt(low, right, shape)
    case 'mirrorRows':
      return wellAt(low, column, shape)
    case 'mirrorColumns':
      return wellAt(row, right, shape)
    case 'shift':
      return wellAt(row + rows, column + columns, shape)
  }
}
