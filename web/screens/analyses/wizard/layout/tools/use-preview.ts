import { useEffect } from 'react'
import type { Preview } from '../use-tool.ts'
import type { ToolContext } from './tool-context.ts'

/** Shows on the plate what the choices would do; null while they are not complete. */
export function usePreview({ onPreview }: ToolContext, preview: Preview | null): void {
  useEffect(() => onPreview(preview), [onPreview, preview])
}
