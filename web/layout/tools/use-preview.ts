import { useLayoutEffect } from 'react'
import type { Preview } from '../use-tool.ts'
import type { ToolContext } from './tool-context.ts'

/**
 * Show on the plate what the choices would do; null while they are not complete. Known before the next key is taken: as a
 * mere effect it came a moment later, and an Enter in between applied what had been chosen before.
 */
export function usePreview({ onPreview }: ToolContext, preview: Preview | null): void {
  useLayoutEffect(() => onPreview(preview), [onPreview, preview])
}
