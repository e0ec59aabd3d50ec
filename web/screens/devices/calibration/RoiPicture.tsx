import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { RoiCircle } from '../../../../domain/entities/calibration.ts'
import type { GreyImage } from '../../../../workers/images/grey-image.ts'
import { t } from '../../../i18n/intl.ts'
import { Progress } from '../../../parts/progress/Progress.tsx'
import styles from './Calibration.module.css'
import { drawGrey } from './picture-canvas.ts'
import type { CircleStep } from './circle-steps.ts'
import { colourOf, type WellState } from './well-states.ts'

/** Pixels by which an arrow key moves; with Shift ten times as many. */
const keyStep = 0.5
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
}

/**
 * Show the picture of one channel with a circle for each well. A circle is dragged by the pointer, the chosen one or all of them are moved
 * by arrow keys; + and - change the radius.
 */
export function RoiPicture(props: {
  image: GreyImage | null
  label: string
  circles: readonly RoiCircle[]
  states: ReadonlyMap<string, WellState>
  /** Last accepted circles, drawn behind; empty for none. */
  ghosts: readonly RoiCircle[]
  chosen: string | null
  /** The whole grid is moved, not the chosen well alone. */
  whole: boolean
  onChoose: (well: string) => void
  onStep: (step: CircleStep) => void
  onUndo: () => void
}) {
  const { image, circles, chosen, whole, onStep } = props
  const overlay = useRef<SVGSVGElement>(null)
  const drag = useDrag(overlay, whole, onStep)
  if (!image) return <Progress label={t('parts.loading')} />
  const { width, height } = image.original
  const onKeyDown = (event: KeyboardEvent) => {
    const step = readKey(event, whole ? null : chosen)
    if (step === null) return
    event.preventDefault()
    if (step === 'undo') props.onUndo()
    else if (whole || chosen) onStep(step)
  }
  return (
    <div
      className={styles.picture}
      dir="ltr"
      tabIndex={0}
      role="application"
      aria-roledescription={t('calibration.roi.editor')}
      aria-label={props.label}
      onKeyDown={onKeyDown}
    >
      <Canvas image={image} />
      <svg
        ref={overlay}
        className={styles.overlay}
        viewBox={`-0.5 -0.5 ${width} ${height}`}
        aria-hidden="true"
        onPointerMove={drag.move}
        onPointerUp={drag.drop}
        onPointerCancel={drag.drop}
      >
        {props.ghosts.map(({ well, x, y, radius }) => (
          <circle key={`last ${well}`} className={styles.ghost} cx={x} cy={y} r={radius} />
        ))}
        {circles.map((circle) => {
          const [dx, dy] = drag.movedOf(circle.well)
          return (
            <g
              key={circle.well}
              data-well={circle.well}
              data-chosen={circle.well === chosen || undefined}
              onPointerDown={(event) => {
                props.onChoose(circle.well)
                drag.start(circle.well, event)
              }}
            >
              <circle
                cx={circle.x + dx}
                cy={circle.y + dy}
                r={circle.radius}
                {...colourOf(props.states.get(circle.well) ?? 'sound')}
              />
            </g>
          )
        })}
      </svg>
    </div>
  )
}

/** Follow a drag of one circle, or of all; the circles are measured again where it ends. Lengths in pixels of the picture. */
function useDrag(
  overlay: RefObject<SVGSVGElement | null>,
  whole: boolean,
  onStep: (step: CircleStep) => void,
) {
  const [drag, setDrag] = useState<{ well: string; x: number; y: number } | null>(null)
  const [moved, setMoved] = useState<readonly [number, number]>([0, 0])
  const placeOf = (event: PointerEvent) => {
    const held = overlay.current
    const scale = held ? held.viewBox.baseVal.width / held.getBoundingClientRect().width : 1
    return { x: event.clientX * scale, y: event.clientY * scale }
  }
  return {
    start: (well: string, event: PointerEvent<SVGGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ well, ...placeOf(event) })
    },
    move: (event: PointerEvent) => {
      if (!drag) return
      const at = placeOf(event)
      setMoved([at.x - drag.x, at.y - drag.y])
    },
    drop: () => {
      const [x, y] = moved
      if (drag && Math.hypot(x, y) >= keyStep) {
        onStep({ kind: 'move', well: whole ? null : drag.well, x, y })
      }
      setDrag(null)
      setMoved([0, 0])
    },
    movedOf: (well: string): readonly [number, number] =>
      drag !== null && (whole || drag.well === well) ? moved : [0, 0],
  }
}

/** Return the step of a key about a well, or about all where it is null; null for other keys. */
function readKey(event: KeyboardEvent, well: string | null): CircleStep | 'undo' | null {
  if (event.key === 'z' && (event.ctrlKey || event.metaKey)) return 'undo'
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const by = steps[event.key]
  const times = event.shiftKey ? 10 : 1
  if (by) return { kind: 'move', well, x: by[0] * times, y: by[1] * times }
  if (event.key === '+' || event.key === '=') return { kind: 'resize', well, by: keyStep }
  if (event.key === '-') return { kind: 'resize', well, by: -keyStep }
  return null
}

/** Draw a picture as large as there is room. */
export function Canvas({ image }: { image: GreyImage }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawGrey(canvas.current, image)
  }, [image])
  return <canvas ref={canvas} className={styles.canvas} />
}
