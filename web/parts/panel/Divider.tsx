import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import styles from './Divider.module.css'

/** Change of a width by one arrow key, in px. */
const step = 24

/**
 * Show the line between two panels, which sets the width of the first one: by dragging, by arrow keys, and back to its own width
 * by a double press or Home. `value` is null while the panel has its own width.
 */
export function Divider(props: {
  label: string
  value: number | null
  /** Least and most width of the first panel, in px. */
  least: number
  most: number
  onChange: (width: number | null) => void
}) {
  const { label, value, least, most, onChange } = props
  const line = useRef<HTMLDivElement>(null)
  const from = useRef<{ x: number; width: number } | null>(null)
  const read = () => line.current?.previousElementSibling?.getBoundingClientRect().width ?? least
  const turn = () => (line.current && getComputedStyle(line.current).direction === 'rtl' ? -1 : 1)
  const set = (width: number) =>
    onChange(Math.round(Math.min(Math.max(least, most), Math.max(least, width))))
  const drag = (event: PointerEvent) => {
    if (!from.current) return
    set(from.current.width + turn() * (event.clientX - from.current.x))
  }
  const press = (event: KeyboardEvent) => {
    const steps = { ArrowRight: turn(), ArrowLeft: -turn() }[event.key]
    if (steps !== undefined) set((value ?? read()) + steps * step)
    else if (event.key === 'Home') onChange(null)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={line}
      role="separator"
      className={styles.divider}
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value ?? least}
      title={label}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width: read() }
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        from.current = null
      }}
      onPointerCancel={() => {
        from.current = null
      }}
      onDoubleClick={() => onChange(null)}
      onKeyDown={press}
    />
  )
}
