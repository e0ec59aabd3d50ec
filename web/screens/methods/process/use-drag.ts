import { type Dispatch, type PointerEvent, useCallback, useEffect, useRef } from 'react'
import { type Bar, celsiusAt, secondsAt } from '../../../../domain/rules/programme-layout.ts'
import type { Edge } from '../../../entities/process-recipe/ProgrammePicture.tsx'
import type { Editor, EditorAct } from './draft/editor.ts'

/** A press that moves less is none. */
const leastPixels = 3

/** Return the value of a dragged edge: temperatures by half a degree (a tenth with Shift), durations by what one reads. */
function dragEdge(
  bar: Pick<Bar, 'top' | 'width'>,
  edge: Edge,
  by: { x: number; y: number },
  isFine: boolean,
): number {
  if (edge === 'temperature') {
    const step = isFine ? 0.1 : 0.5
    return Number((Math.round(celsiusAt(bar.top + by.y) / step) * step).toFixed(1))
  }
  const seconds = secondsAt(bar.width + by.x)
  const step = isFine || seconds < 60 ? 1 : seconds < 300 ? 5 : 30
  return Math.min(86_400, Math.round(seconds / step) * step)
}

/** Drag the top edge of a bar for its temperature and the right one for its duration; Escape puts it back. One drag is one step to undo. */
export function useDrag(editor: Editor, act: Dispatch<EditorAct>) {
  const now = useRef(editor)
  useEffect(() => {
    now.current = editor
  })
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])
  return useCallback(
    (event: PointerEvent<SVGElement>, bar: Bar, edge: Edge) => {
      if (event.button !== 0) return
      stop.current()
      const { pointerId, clientX, clientY } = event
      const { history } = now.current
      const ending = new AbortController()
      const options = { signal: ending.signal }
      let isMoved = false
      stop.current = () => ending.abort()
      const finish = (own: { pointerId: number }) => {
        if (own.pointerId !== pointerId) return
        ending.abort()
        act({ type: 'settle' })
      }
      act({ type: 'select', at: bar.at })
      act({ type: 'settle' })
      addEventListener(
        'pointermove',
        (moved) => {
          if (moved.pointerId !== pointerId) return
          const by = { x: moved.clientX - clientX, y: moved.clientY - clientY }
          if (!isMoved && Math.hypot(by.x, by.y) < leastPixels) return
          isMoved = true
          const value = dragEdge(bar, edge, by, moved.shiftKey)
          act({ type: 'step', at: bar.at, change: { [edge]: value } })
        },
        options,
      )
      addEventListener('pointerup', finish, options)
      addEventListener(
        'pointercancel',
        (own) => {
          if (own.pointerId !== pointerId) return
          ending.abort()
          act({ type: 'restore', history })
        },
        options,
      )
      addEventListener(
        'keydown',
        (pressed) => {
          if (pressed.key !== 'Escape') return
          pressed.preventDefault()
          pressed.stopPropagation()
          ending.abort()
          act({ type: 'restore', history })
        },
        { ...options, capture: true },
      )
    },
    [act],
  )
}
