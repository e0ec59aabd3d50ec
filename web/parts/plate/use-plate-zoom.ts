import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { PlateShape } from './selection.ts'

/** Sizes of a plate that is not as large as it was drawn first, in px. */
export interface PlateZoom {
  /** Size of its wells against those it was drawn with. */
  scale: number
  /** Width of its wells now. */
  well: number
  /** Size of the window over it, which stays as it was. */
  width: number
  height: number
}

/** Most and least width of a well in px: a long name fits the one, the colour of a result is seen on the other. */
const mostWell = 132
const leastWell = 10

/** Change by one press of a button or a key. */
const step = 1.25

type Place = { x: number; y: number }
type Measured = { first: number; least: number; width: number; height: number }

/**
 * Zoom the wells of a plate in its frame: by the wheel with Ctrl (which is also two fingers on a touch pad), by two fingers on a
 * screen, and by the returned steps for buttons and keys. The well under the pointer stays there. The middle button pans.
 * @param onPinch called when a second finger comes: what the first one has selected is taken back.
 */
export function usePlateZoom(
  frame: RefObject<HTMLElement | null>,
  { rows, columns }: PlateShape,
  onPinch: () => void,
) {
  const [zoom, setZoom] = useState<PlateZoom | null>(null)
  const measured = useRef<Measured | null>(null)
  const now = useRef<PlateZoom | null>(null)
  /** Well, by its share of columns and rows, that is kept at a place of the frame. */
  const kept = useRef<{ wells: Place; at: Place; isFocus: boolean } | null>(null)

  const show = (wanted: number, at: Place | null) => {
    const box = frame.current
    if (!box) return
    const was = (measured.current ??= measure(box))
    if (!was) return
    const scale = Math.min(mostWell / was.first, Math.max(was.least, wanted))
    const before = now.current?.scale ?? 1
    if (Math.abs(scale - before) < 0.001) return
    const isFocus = at === null && box.contains(document.activeElement)
    const place = at ?? (isFocus ? focusIn(box) : null)
    // Take the wells that are used for the middle where a button, which has no place of its own, was pressed.
    const wells = wellsAt(box, place ?? usedIn(box) ?? middleOf(box))
    kept.current = { wells, at: place ?? middleOf(box), isFocus }
    // Leave the size to the page again where it is the one that it was drawn with.
    const isFirst = Math.abs(scale - 1) < 0.02
    const { first, width, height } = was
    now.current = isFirst ? null : { scale, well: first * scale, width, height }
    if (isFirst) measured.current = null
    setZoom(now.current)
  }
  const by = (factor: number, at: Place | null = null) =>
    show((now.current?.scale ?? 1) * factor, at)
  useLayoutEffect(() => {
    const box = frame.current
    const keep = kept.current
    kept.current = null
    if (!box || !keep) return
    const first = readFirst(box)
    if (!first) return
    box.scrollLeft += keep.wells.x * first.width + first.left - keep.at.x
    box.scrollTop += keep.wells.y * first.height + first.top - keep.at.y
    if (keep.isFocus)
      document.activeElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [frame, zoom])

  // Draw another plate, or one with more or less room, in its own size.
  useEffect(() => {
    const around = frame.current?.parentElement
    if (!around) return undefined
    let width = around.getBoundingClientRect().width
    const sizes = new ResizeObserver(([entry]) => {
      const next = entry?.contentRect.width ?? 0
      if (now.current && Math.abs(next - width) > 8) showWhole()
      width = next
    })
    const showWhole = () => {
      now.current = null
      measured.current = null
      setZoom(null)
    }
    showWhole()
    sizes.observe(around)
    return () => sizes.disconnect()
  }, [frame, rows, columns])

  const newest = useRef({ by, onPinch })
  useEffect(() => {
    newest.current = { by, onPinch }
  })
  useEffect(() => listenForZoom(frame.current, newest), [frame])

  return {
    zoom,
    in: () => by(step),
    out: () => by(1 / step),
    reset: () => show(1, null),
    pan: usePanning(frame),
  }
}

/** Handle the wheel and two fingers. React listens passively, and then the page could not be kept from zooming itself. */
function listenForZoom(
  box: HTMLElement | null,
  newest: RefObject<{ by: (factor: number, at: Place) => void; onPinch: () => void }>,
): (() => void) | undefined {
  if (!box) return undefined
  const stop = new AbortController()
  const listening = { passive: false, signal: stop.signal }
  let spread = 0
  box.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      newest.current.by(Math.exp(-event.deltaY * 0.0025), placeIn(box, event))
    },
    listening,
  )
  box.addEventListener(
    'touchstart',
    ({ touches }) => {
      spread = spreadOf(touches)
      if (touches.length === 2) newest.current.onPinch()
    },
    listening,
  )
  box.addEventListener(
    'touchmove',
    (event) => {
      const [a, b] = event.touches
      if (!a || !b || event.touches.length !== 2) return
      event.preventDefault()
      const after = spreadOf(event.touches)
      const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }
      newest.current.by(after / spread, placeIn(box, middle))
      spread = after
    },
    listening,
  )
  return () => stop.abort()
}

/** Move the plate under its frame by the middle button, as drawing programs do. */
function usePanning(frame: RefObject<HTMLElement | null>) {
  const from = useRef<Place | null>(null)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 1) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!from.current) return
      frame.current?.scrollBy(from.current.x - event.clientX, from.current.y - event.clientY)
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp() {
      from.current = null
    },
    onPointerCancel() {
      from.current = null
    },
  }
}

const middleOf = (box: HTMLElement): Place => ({ x: box.clientWidth / 2, y: box.clientHeight / 2 })

/** Return the middle of the well that has the focus. */
function focusIn(box: HTMLElement): Place | null {
  const well = document.activeElement?.closest('[data-well]')
  if (!well) return null
  const { left, top, width, height } = well.getBoundingClientRect()
  return placeIn(box, { clientX: left + width / 2, clientY: top + height / 2 })
}

/**
 * Return the middle of the wells in sight that are selected, or of those with something in them, so that a button does not zoom
 * into the empty middle of a plate; null where there are none.
 */
function usedIn(box: HTMLElement): Place | null {
  const window = box.getBoundingClientRect()
  for (const wells of ['[data-well][aria-selected="true"]', '[data-well]:has([data-text])']) {
    const seen = [...box.querySelectorAll(wells)]
      .map((well) => well.getBoundingClientRect())
      .filter(({ left, right, top, bottom }) => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        return x > window.left && x < window.right && y > window.top && y < window.bottom
      })
    if (seen.length === 0) continue
    const [left, right] = [
      Math.min(...seen.map((one) => one.left)),
      Math.max(...seen.map((one) => one.right)),
    ]
    const [top, bottom] = [
      Math.min(...seen.map((one) => one.top)),
      Math.max(...seen.map((one) => one.bottom)),
    ]
    return placeIn(box, { clientX: (left + right) / 2, clientY: (top + bottom) / 2 })
  }
  return null
}

/** Return the distance of two fingers in px, 0 for any other number of them. */
function spreadOf(touches: TouchList): number {
  const [a, b] = touches
  if (!a || !b || touches.length !== 2) return 0
  return Math.max(20, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY))
}

const placeIn = (box: HTMLElement, at: { clientX: number; clientY: number }): Place => {
  const { left, top } = box.getBoundingClientRect()
  return { x: at.clientX - left - box.clientLeft, y: at.clientY - top - box.clientTop }
}

/** Return place and size of the first well in what is seen of the frame. */
function readFirst(box: HTMLElement) {
  const first = box.querySelector('[data-well="0"]')?.getBoundingClientRect()
  if (!first) return null
  const { x, y } = placeIn(box, { clientX: first.left, clientY: first.top })
  return { left: x, top: y, width: first.width, height: first.height }
}

/** Return the place in wells from the first one: 1.5 columns to the right, 0.2 rows down. */
function wellsAt(box: HTMLElement, { x, y }: Place): Place {
  const first = readFirst(box)
  return first
    ? { x: (x - first.left) / first.width, y: (y - first.top) / first.height }
    : { x: 0, y: 0 }
}

function measure(box: HTMLElement): Measured | null {
  const first = readFirst(box)
  const plate = box.firstElementChild
  if (!first || !plate) return null
  const { width, height } = box.getBoundingClientRect()
  const columns = Number(plate.getAttribute('aria-colcount')) - 1
  const beside = plate.getBoundingClientRect().width - columns * first.width
  const fitting = (box.clientWidth - beside - 4) / (columns * first.width)
  const least = Math.min(1, Math.max(fitting, leastWell / first.width))
  return { first: first.width, least, width, height }
}
