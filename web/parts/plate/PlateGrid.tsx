import type { ReadonlySignal } from '@preact/signals-react'
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode, Ref, RefObject } from 'react'
import { useId, useImperativeHandle, useRef, useState } from 'react'
import { rowLetter, wellName } from '../../../domain/rules/well.ts'
import { t } from '../../i18n/intl.ts'
import { useScrollEdges } from '../scroll/use-scroll-edges.ts'
import { PlateFoot } from './PlateFoot.tsx'
import styles from './PlateGrid.module.css'
import { readPlateKey } from './plate-keys.ts'
import type { PlateShape, SelectMode, Wells } from './selection.ts'
import { listAll, listBlock, listColumn, listRow, moveWell, selectWells } from './selection.ts'
import { usePlateDrag } from './use-plate-drag.ts'
import { type PlateZoom, usePlateZoom } from './use-plate-zoom.ts'
import type { WellLook } from './Well.tsx'
import { Well } from './Well.tsx'

/** Functions of the plate for the editor around it. */
export type PlateHandle = {
  /** Goes to a well; ranges start there from now on. */
  focusWell: (index: number) => void
  findWell: (index: number) => HTMLElement | null
}

export type PlateGridProps = PlateShape & {
  /** Name of the plate, for screen readers: `Plate of analysis 2211`. */
  label: string
  /** Asked for each well at each drawing: keep it cheap, and give plain values. */
  wellLook: (index: number) => WellLook
  /** A well that is pointed at elsewhere. */
  pointed?: ReadonlySignal<number | null>
  /** Selected wells; the plate keeps no selection of its own. */
  selected: Wells
  onSelect: (wells: Set<number>) => void
  /** Enter or a double press on a well. */
  onOpen?: (index: number) => void
  /** The well that has the focus, or would get it. */
  onCurrent?: (index: number) => void
  /** A key before the plate reads it; true when it was used up. */
  onKey?: (event: KeyboardEvent, current: number) => boolean
  /** A press adds a well or takes it out, as with Ctrl: for gloves and fingers. */
  adding?: boolean
  /** A rectangle of wells was drawn with the pointer. */
  onDragged?: () => void
  /** Shows the line that tells how to select. */
  hint?: boolean
  /** A picture beside text: it has no buttons for its zoom. */
  still?: boolean
  ref?: Ref<PlateHandle>
}

/** Most columns with headings and badges of the usual size. */
const mostUsual = 24
/** Least columns with buttons for the zoom: the wells of smaller plates have room for all that is in them. */
const leastZoomed = 8

/**
 * Show a plate of 3 by 3 to 48 by 48 wells: one tab stop, arrows, ranges, rows, columns, a rectangle by dragging. It
 * pictures a thing on the bench, so it is never mirrored.
 */
export function PlateGrid(props: PlateGridProps) {
  const { rows, columns, label, wellLook, selected, hint = false, adding = false } = props
  const { onSelect, onOpen, onKey, still = false } = props
  const shape = { rows, columns }
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  useScrollEdges(frame)
  const { anchor, current, onFocusWell } = useCurrentWell(area, props)
  const plate = { area, shape, selected, anchor, onFocusWell, onSelect }
  const drag = usePlateDrag({ ...plate, adding, onDragged: props.onDragged })
  const zoom = usePlateZoom(frame, shape, drag.onPointerCancel)
  const select = (wells: number[], event: MouseEvent) => {
    const more = event.ctrlKey || event.metaKey || adding
    const mode = more ? 'toggle' : event.shiftKey ? 'add' : 'replace'
    anchor.current = wells[0] ?? 0
    onSelect(selectWells(selected, wells, mode))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const used = onKey?.(event, current) || pressKey(event, { ...plate, current, onOpen, zoom })
    if (used) event.preventDefault()
  }
  return (
    <div className={styles.box}>
      <PlateFrame frame={frame} zoom={zoom}>
        <div
          ref={area}
          role="grid"
          className={styles.plate}
          data-fine={(columns > mostUsual && !zoom.zoom) || undefined}
          style={sizesOf(columns, zoom.zoom)}
          aria-label={label}
          aria-multiselectable="true"
          aria-describedby={`${id}-hint`}
          aria-rowcount={rows + 1}
          aria-colcount={columns + 1}
          onKeyDown={onKeyDown}
          onDoubleClick={(event) => {
            const under = (event.target as Element).closest<HTMLElement>('[data-well]')
            if (under) onOpen?.(Number(under.dataset['well']))
          }}
          {...drag}
        >
          <HeaderRow shape={shape} onSelect={select} />
          {Array.from({ length: rows }, (_, row) => (
            <WellRow
              key={row}
              {...{ id, row, shape, selected, wellLook }}
              pointed={props.pointed}
              tabStop={Math.min(current, rows * columns - 1)}
              onSelect={select}
            />
          ))}
        </div>
      </PlateFrame>
      <PlateFoot
        id={`${id}-hint`}
        isHinted={hint}
        zoom={still || columns < leastZoomed ? null : zoom}
      />
      <p className="visually-hidden" aria-live="polite">
        {t('parts.plate.selected', { count: selected.size })}
      </p>
    </div>
  )
}

/** Keep the well that has the focus, and the one at which ranges begin. */
function useCurrentWell(
  area: RefObject<HTMLElement | null>,
  { ref, onCurrent }: Pick<PlateGridProps, 'ref' | 'onCurrent'>,
) {
  const anchor = useRef(0)
  const [current, setCurrent] = useState(0)
  const findWell = (index: number) =>
    area.current?.querySelector<HTMLElement>(`[data-well="${index}"]`) ?? null
  const onFocusWell = (index: number) => {
    setCurrent(index)
    onCurrent?.(index)
    findWell(index)?.focus()
  }
  useImperativeHandle(ref, () => ({
    focusWell(index) {
      anchor.current = index
      onFocusWell(index)
    },
    findWell,
  }))
  return { anchor, current, onFocusWell }
}

function sizesOf(columns: number, zoom: PlateZoom | null): CSSProperties {
  const well = zoom && `${zoom.well}px`
  return {
    '--columns': columns,
    ...(well ? { '--well': well, '--well-least': well } : {}),
  } as CSSProperties
}

/** Show the part of a plate that is in sight, in the room that the whole plate had. */
function PlateFrame({
  frame,
  zoom: { zoom, pan },
  children,
}: {
  frame: RefObject<HTMLDivElement | null>
  zoom: Pick<ReturnType<typeof usePlateZoom>, 'zoom' | 'pan'>
  children: ReactNode
}) {
  return (
    <div
      ref={frame}
      className={styles.frame}
      dir="ltr"
      data-zoomed={zoom ? true : undefined}
      style={zoom ? { inlineSize: zoom.width, blockSize: zoom.height } : undefined}
      {...pan}
    >
      {children}
    </div>
  )
}

/** Show a row of wells behind its letter, which selects them all. */
function WellRow(
  props: Pick<PlateGridProps, 'selected' | 'wellLook'> & {
    pointed: PlateGridProps['pointed'] | undefined
    id: string
    row: number
    shape: PlateShape
    /** The well that Tab leads to. */
    tabStop: number
    onSelect: (wells: number[], event: MouseEvent) => void
  },
) {
  const { id, row, shape, selected, wellLook, pointed } = props
  const wells = listRow(row, shape)
  return (
    <div role="row" className={styles.row}>
      <div
        role="rowheader"
        tabIndex={-1}
        className={styles.header}
        aria-label={t('parts.plate.row', { row: rowLetter(row) })}
        onClick={(event) => props.onSelect(wells, event)}
      >
        {rowLetter(row)}
      </div>
      {wells.map((index) => (
        <Well
          key={index}
          id={`${id}-${index}`}
          index={index}
          place={wellName(shape, index)}
          selected={selected.has(index)}
          pointed={pointed}
          tab={index === props.tabStop}
          {...wellLook(index)}
        />
      ))}
    </div>
  )
}

function HeaderRow(props: {
  shape: PlateShape
  onSelect: (wells: number[], event: MouseEvent) => void
}) {
  const { shape, onSelect } = props
  return (
    <div role="row" className={styles.row}>
      <div
        role="columnheader"
        tabIndex={-1}
        className={styles.corner}
        onClick={(event) => onSelect(listAll(shape), event)}
      >
        <span className="visually-hidden">{t('parts.plate.all')}</span>
      </div>
      {Array.from({ length: shape.columns }, (_, column) => (
        <div
          key={column}
          role="columnheader"
          tabIndex={-1}
          className={styles.header}
          aria-label={t('parts.plate.column', { column: column + 1 })}
          onClick={(event) => onSelect(listColumn(column, shape), event)}
        >
          {column + 1}
        </div>
      ))}
    </div>
  )
}

type Pressed = {
  shape: PlateShape
  selected: Wells
  current: number
  anchor: { current: number }
  onFocusWell: (index: number) => void
  onSelect: (wells: Set<number>) => void
  onOpen: ((index: number) => void) | undefined
  zoom: { in: () => void; out: () => void; reset: () => void }
}

/** Do what the key asks for; false when it is none of the plate's. */
function pressKey(event: KeyboardEvent, plate: Pressed): boolean {
  const key = readPlateKey(event)
  if (!key) return false
  const { shape, current, anchor } = plate
  const choose = (wells: number[], mode: SelectMode = 'replace') =>
    plate.onSelect(selectWells(plate.selected, wells, mode))
  switch (key.kind) {
    case 'move': {
      const next = moveWell(current, key.move, shape)
      plate.onFocusWell(next)
      if (key.extend) choose(listBlock(anchor.current, next, shape))
      else {
        anchor.current = next
        if (!key.keep) choose([next])
      }
      return true
    }
    case 'all':
      choose(listAll(shape))
      return true
    case 'row':
      choose(listRow(Math.floor(current / shape.columns), shape))
      return true
    case 'column':
      choose(listColumn(current % shape.columns, shape))
      return true
    case 'toggle':
      anchor.current = current
      choose([current], 'toggle')
      return true
    case 'open':
      plate.onOpen?.(current)
      return plate.onOpen !== undefined
    case 'zoom':
      plate.zoom[key.zoom]()
      return true
    case 'clear':
      if (plate.selected.size === 0) return false
      choose([])
      return true
  }
}
