import type { CartridgeType } from '../../../domain/catalog/cartridges.ts'
import type { Layout } from '../../state/draft-steps.ts'
import type { Direction } from '../../state/layout-steps/wells.ts'
import type { PlannedWells } from '../scanned-wells.ts'
import type { Preview } from '../use-tool.ts'

/** Input of a step. */
export interface ToolContext {
  layout: Layout
  shape: CartridgeType
  /** Selected wells; the well in focus where none is. */
  wells: readonly string[]
  direction: Direction
  /** Layout that the protocol brought. */
  planned: PlannedWells
  onPreview: (preview: Preview | null) => void
}
