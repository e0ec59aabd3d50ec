import { type ReadonlySignal, signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { IconName } from '../parts/icon/icon-paths.ts'

/** Something that can be done on the page on show; found by its name with Ctrl+K. */
export interface PageAct {
  id: string
  name: string
  /** Name of the record that it changes. */
  note?: string
  icon: IconName
  run: () => void
}

const offered = signal<readonly PageAct[]>([])

/** Actions that the current page offers. */
export const pageActions: ReadonlySignal<readonly PageAct[]> = offered

/** Offer what can be done on a page as long as it is drawn. Asked for when it is looked at: `list` may be new each time. */
export function usePageActions(list: readonly PageAct[]): void {
  useEffect(() => {
    offered.value = list
  })
  useEffect(() => () => void (offered.value = []), [])
}
