import { signal } from '@preact/signals-react'
import { useEffect, useRef, useState } from 'react'
import type { Picked } from './use-picked.ts'
import { readIndexes, writeIndexes } from './view-address.ts'

/** Curves by themselves, without the plate and the frame of the app: full screen or in a window of their own. */
export const paneName = 'curves'

/** A second window was opened from here, so both have one selection. */
const isShared = signal(false)

/** Open the same view in a second window that shows only the curves. */
export function openCurveWindow(): void {
  const address = new URL(location.href)
  address.searchParams.set('pane', paneName)
  address.searchParams.set('window', '1')
  isShared.value = true
  window.open(address, `curves:${location.pathname}`, 'popup,width=1280,height=800')
}

/** Show the curves over the whole screen, where the browser allows it. */
export async function enterFullScreen(): Promise<void> {
  await document.documentElement.requestFullscreen?.().catch(() => undefined)
}

/** Leave the full screen. */
export async function leaveFullScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined)
}

/** Keep one selection of wells in the windows of a run: what is selected in one is selected in the other. */
export function useSharedWells({
  selected,
  onSelect,
}: Pick<Picked, 'selected' | 'onSelect'>): void {
  // Keep a second window as one, also after its plate is shown again.
  const [isSecond] = useState(() => new URLSearchParams(location.search).get('window') === '1')
  const isOn = isShared.value || isSecond
  const channel = useRef<BroadcastChannel | null>(null)
  const own = useRef('')
  useEffect(() => {
    if (!isOn) return undefined
    const opened = new BroadcastChannel(`wells:${location.pathname}`)
    opened.addEventListener('message', ({ data }) => {
      // Ignore the echo of the own selection, or two windows would answer each other without end.
      if (typeof data !== 'string' || data === own.current) return
      own.current = data
      onSelect(readIndexes(data))
    })
    channel.current = opened
    return () => {
      opened.close()
      channel.current = null
    }
  }, [isOn, onSelect])
  useEffect(() => {
    const wells = writeIndexes(selected)
    if (wells === own.current) return
    own.current = wells
    channel.current?.postMessage(wells)
  }, [selected])
}
