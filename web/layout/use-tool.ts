import { useCallback, useRef, useState } from 'react'
import type { Outcome } from '../state/layout-steps/wells.ts'

/** Steps with choices of their own; each is looked at on the plate before it is applied. */
export type ToolName = 'series' | 'replicates' | 'dilution' | 'transform' | 'paste'

/** Layout after a step, shown on the plate before it is applied. */
export interface Preview extends Outcome {
  /** Wells of what cannot be taken. */
  faulty?: readonly string[]
}

/** Return the step in preview, and the layout after it. */
export function useTool() {
  const [tool, setTool] = useState<{ name: ToolName; text: string } | null>(null)
  const [preview, setShown] = useState<Preview | null>(null)
  const latest = useRef<Preview | null>(null)
  const setPreview = useCallback((next: Preview | null) => {
    latest.current = next
    setShown(next)
  }, [])
  const show = (next: typeof tool) => {
    setTool(next)
    setPreview(null)
  }
  /** Return the preview of the present choices, which may not be drawn yet: it is applied. */
  const latestPreview = () => latest.current
  return { tool, preview, latestPreview, setPreview, show }
}
