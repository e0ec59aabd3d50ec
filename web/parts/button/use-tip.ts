import { type RefObject, useRef } from 'react'

const gapPx = 6
const edgePx = 4

/**
 * Show a tip above everything, so that no dialog or panel cuts it: below its button, above it if there is no room, and
 * always inside the window.
 */
export function useTip(): {
  tip: RefObject<HTMLSpanElement | null>
  show: (holder: HTMLElement) => void
  hide: () => void
} {
  const tip = useRef<HTMLSpanElement>(null)
  return {
    tip,
    show(holder) {
      const { current } = tip
      // Open nothing where it is drawn as text already, or not at all.
      if (!current || current.matches(':popover-open') || current.checkVisibility()) return
      current.showPopover()
      if (getComputedStyle(current).display === 'none') return
      putBeside(current, holder)
    },
    hide() {
      const { current } = tip
      if (current?.matches(':popover-open')) current.hidePopover()
    },
  }
}

function putBeside(tip: HTMLElement, holder: HTMLElement): void {
  const from = holder.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const below = from.bottom + gapPx
  const hasRoom = below + height + edgePx <= innerHeight
  const isRtl = getComputedStyle(holder).direction === 'rtl'
  const left = isRtl ? from.left : from.right - width
  tip.style.top = `${Math.max(edgePx, hasRoom ? below : from.top - gapPx - height)}px`
  tip.style.left = `${Math.max(edgePx, Math.min(left, innerWidth - width - edgePx))}px`
}
