import { useCallback, useRef, useState, useMemo } from 'react'
import { flushSync } from 'react-dom'
import type { CartridgeType } from '../../domain/catalog/cartridges.ts'
import { writeWells, namesOf } from '../../domain/rules/well-ranges.ts'
import { makeUuid } from '../client/make-uuid.ts'
import { t } from '../i18n/intl.ts'
import { clearWells, fillEach, type Layout } from '../state/draft-steps.ts'
import { assignName, cycleType } from '../state/layout-steps/assign.ts'
import { fillAlong } from '../state/layout-steps/fill-along.ts'
import { neighbourWell } from '../state/layout-steps/unplaced.ts'
import { type Direction, guessType, orderWells } from '../state/layout-steps/wells.ts'
import { useDirection } from './use-direction.ts'
import { type ToolName, useTool } from './use-tool.ts'
import type { LayoutBook } from './layout-book.ts'
import { wellIndex, wellName } from '../../domain/rules/well.ts'
import type { PlateHandle } from '../parts/plate/PlateGrid.tsx'

/** Next well after naming one. */
export type Onward = 'next' | 'previous' | 'stay'

type Selection = ReturnType<typeof useSelection>
type Change = (step: (before: Layout) => Layout, words: string) => void

/** Return the state of the edited layout: selection, typed name, and the step in preview. */
export function useEditor(layout: Layout, shape: CartridgeType, book: LayoutBook) {
  const selection = useSelection(shape)
  const { direction, chooseDirection } = useDirection()
  const { said, say } = useVoice()
  const { tool, preview, latestPreview, setPreview, show } = useTool()
  const change: Change = (step, words) => {
    const before = book.now()
    book.change(step)
    if (book.now() !== before) say(words)
  }
  const closeTool = () => {
    show(null)
    selection.back()
  }
  const { entry, openEntry, leaveEntry, takeEntry } = useEntry(selection)
  return {
    ...selection,
    ...wellSteps(selection, shape, change),
    shape,
    layout,
    book,
    direction,
    chooseDirection,
    entry,
    openEntry,
    leaveEntry,
    tool,
    preview,
    setPreview,
    said,
    say,
    change,
    /** Write the typed name into the wells; Tab and Enter go to the next one. */
    assign(name: string, how: 'one' | 'each', onward: Onward) {
      if (!takeEntry()) return
      const filled = orderWells(selection.acted(), shape, direction)
      change(
        (before) =>
          how === 'each' && filled.length > 1
            ? fillEach(before, filled, { name, sample_type: guessType(name) }, makeUuid)
            : assignName(before, filled, name, makeUuid),
        t('wizard.said.assigned', { name, wells: writeWells(filled, shape) }),
      )
      const last = filled[onward === 'previous' ? 0 : filled.length - 1]
      if (onward !== 'stay' && last)
        selection.goTo(neighbourWell(last, shape, direction, onward === 'previous' ? -1 : 1))
    },
    undo() {
      book.undo()
      say(t('wizard.said.undone'))
    },
    redo() {
      book.redo()
      say(t('wizard.said.redone'))
    },
    openTool(name: ToolName, text = '') {
      takeEntry()
      show({ name, text })
    },
    closeTool,
    applyTool() {
      const latest = latestPreview()
      if (!latest || latest.layout === layout) return
      change(() => latest.layout, t('wizard.said.applied'))
      closeTool()
    },
  }
}

export type Editor = ReturnType<typeof useEditor>

/** Make the steps that need only the wells they change. */
function wellSteps({ acted }: Selection, shape: CartridgeType, change: Change) {
  return {
    clear() {
      const wells = acted()
      const words = t('wizard.said.cleared', { wells: writeWells(wells, shape) })
      change((before) => clearWells(before, wells), words)
    },
    fill(along: Direction) {
      const wells = acted()
      const words = t('wizard.said.filled', { wells: writeWells(wells, shape) })
      change((before) => fillAlong(before, wells, along, shape), words)
    },
    nextType() {
      const wells = acted()
      change((before) => cycleType(before, wells), t('wizard.said.type'))
    },
  }
}

/** Return the state of the name that is typed onto a well. */
function useEntry({ back }: Selection) {
  const [entry, setEntry] = useState<{ text: string; renames: boolean } | null>(null)
  /** False as soon as what is typed is settled: leaving its field then does nothing more. */
  const isOpen = useRef(false)
  const takeEntry = (): boolean => {
    const wasOpen = isOpen.current
    isOpen.current = false
    setEntry(null)
    return wasOpen
  }
  return {
    entry,
    takeEntry,
    openEntry(text: string, renames = false) {
      isOpen.current = true
      // Draw the field now, so that it is there before the next key, however fast that comes.
      flushSync(() => setEntry({ text, renames }))
    },
    leaveEntry(comesBack = true) {
      takeEntry()
      if (comesBack) back()
    },
  }
}

/** Say what was done; the same words again are said again. */
function useVoice() {
  const [said, setSaid] = useState('')
  const say = useCallback(
    (words: string) => setSaid((before) => (before === words ? `${words}\u00a0` : words)),
    [],
  )
  return { said, say }
}

/** Keep the selected wells, and the one with the focus. */
function useSelection(shape: CartridgeType) {
  const plate = useRef<PlateHandle>(null)
  const [selected, select] = useState<ReadonlySet<number>>(new Set())
  const [current, showCurrent] = useState(0)
  /** The well in focus as of now: codes of a reader can come faster than the page is drawn. */
  const focused = useRef(0)
  const setCurrent = useCallback((index: number) => {
    focused.current = index
    showCurrent(index)
  }, [])
  const wells = useMemo(() => namesOf(selected, shape), [selected, shape])
  return {
    plate,
    selected,
    select,
    wells,
    current: wellName(shape, current),
    setCurrent,
    currentNow: () => wellName(shape, focused.current),
    /** Return the wells for typing and most keys: the selection, or the focused well when it is outside. */
    acted: () => (selected.has(current) ? wells : [wellName(shape, current)]),
    /** The focus comes back to the plate. */
    back: () => plate.current?.focusWell(current),
    goTo(well: string) {
      const index = wellIndex(shape, well)
      if (index < 0) return
      select(new Set([index]))
      plate.current?.focusWell(index)
    },
  }
}
