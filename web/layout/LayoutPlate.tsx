import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { FaultDetail } from '../../domain/fault.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import { t } from '../i18n/intl.ts'
import { SelectField } from '../parts/form/SelectField.tsx'
import { PlateGrid } from '../parts/plate/PlateGrid.tsx'
import type { Layout } from '../state/draft-steps.ts'
import { diffLayouts } from '../state/layout-steps/diff.ts'
import { findUnplaced } from '../state/layout-steps/unplaced.ts'
import { mapOwners } from '../state/layout-steps/wells.ts'
import { plateRoom } from '../parts/plate/plate-room.ts'
import type { ScanIssue } from './judge-scan.ts'
import styles from './Layout.module.css'
import { LookLegend } from './LookLegend.tsx'
import { groupByTargets } from './mixes.ts'
import { colourings, type LayoutColouring, planLook } from './plan-look.ts'
import { readEditorKey } from './read-editor-key.ts'
import { DirectionField } from './tools/DirectionField.tsx'
import type { Editor } from './use-editor.ts'
import { WellEntry } from './WellEntry.tsx'
import { keepItem } from '../keep-item.ts'

const draggedKey = 'hint-plate-dragged'

/** Show the plate of a plan with its entry field, its colouring and its legend. */
export function LayoutPlate(props: {
  name: string
  editor: Editor
  /** The layout on show: with a step that is only looked at, the one after it. */
  shown: Layout
  targets: readonly TargetRule[]
  mixes: readonly string[]
  marks: ReadonlyMap<number, readonly FaultDetail[]>
  scans: readonly ScanIssue[]
  onHelp: () => void
}) {
  const { editor, shown, targets, mixes, marks, scans } = props
  const { shape, layout, preview, plate, selected, direction, select, setCurrent } = editor
  const [colourBy, setColourBy] = useState<LayoutColouring>('type')
  const [adding, setAdding] = useState(false)
  const [isNew, setIsNew] = useState(() => localStorage.getItem(draggedKey) === null)
  const looks = useMemo(() => {
    const diff = preview ? diffLayouts(layout, shown, shape) : null
    const faulty = preview?.faulty ?? []
    const look = { layout: shown, shape, colourBy, targets, mixes, problems: marks, scans }
    return planLook({ ...look, diff, faulty })
  }, [preview, layout, shown, shape, colourBy, targets, mixes, marks, scans])
  const wellLook = useCallback(
    (index: number) => looks[index] ?? { label: '', quiet: true },
    [looks],
  )
  const groups = useMemo(
    () => [...new Set(groupByTargets(shown, targets).values())],
    [shown, targets],
  )
  return (
    <div className={styles.plate}>
      <div className={styles.plateBar}>
        <SelectField
          label={t('wizard.colourBy')}
          hideLabel
          value={colourBy}
          choices={colourings.map((one) => ({
            value: one,
            label: t('wizard.colourBy.by', { what: t(`wizard.colourBy.${one}`) }),
          }))}
          onChange={(one) => setColourBy(one as LayoutColouring)}
        />
        <DirectionField bare value={direction} onChange={editor.chooseDirection} />
        <label className={styles.adding}>
          <input
            type="checkbox"
            checked={adding}
            onChange={(event) => setAdding(event.target.checked)}
          />
          {t('wizard.selectSeveral')}
        </label>
      </div>
      <div style={plateRoom(shape)}>
        <PlateGrid
          ref={plate}
          label={t('wizard.plate', { name: props.name })}
          rows={shape.rows}
          columns={shape.columns}
          wellLook={wellLook}
          selected={selected}
          onSelect={select}
          onCurrent={setCurrent}
          onKey={(event) => pressKey(event, editor, props.onHelp)}
          onOpen={() => editor.openEntry(nameAt(editor), true)}
          onDragged={() => {
            keepItem(draggedKey, 'done')
            setIsNew(false)
          }}
          adding={adding}
          hint={isNew}
        />
      </div>
      <LookLegend colourBy={colourBy} groups={groups} mixes={mixes} />
      <Entry key={editor.current} editor={editor} />
    </div>
  )
}

function Entry({ editor }: { editor: Editor }) {
  const { entry, current, shape, layout, plate, wells } = editor
  if (!entry) return null
  const placed = layout.filter(({ coordinates }) => coordinates.length > 0)
  return (
    <WellEntry
      findAnchor={() => plate.current?.findWell(wellIndex(shape, current)) ?? null}
      label={t('wizard.entry', { well: current })}
      text={entry.text}
      renames={entry.renames}
      names={[...findUnplaced(layout), ...placed].map(({ name }) => name)}
      count={wells.includes(current) ? Math.min(wells.length, shape.rows * shape.columns) : 1}
      onAssign={editor.assign}
      onLeave={editor.leaveEntry}
    />
  )
}

function nameAt({ layout, current }: Editor): string {
  return mapOwners(layout).get(current)?.name ?? ''
}

/** Handle keys on a well; with a step in preview, Enter applies it and Escape leaves it. */
function pressKey(event: KeyboardEvent, editor: Editor, onHelp: () => void): boolean {
  const thirdLevel = event.getModifierState('AltGraph')
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  if (editor.tool) {
    if (key === 'Enter') editor.applyTool()
    else if (key === 'Escape') editor.closeTool()
    else return false
    return true
  }
  const asked = readEditorKey({ key, code, ctrlKey, metaKey, altKey, shiftKey, thirdLevel })
  switch (asked?.kind) {
    case undefined:
      return false
    case 'undo':
      editor.undo()
      break
    case 'redo':
      editor.redo()
      break
    case 'clear':
      editor.clear()
      break
    case 'fillDown':
      editor.fill('down')
      break
    case 'fillRight':
      editor.fill('across')
      break
    case 'cycleType':
      editor.nextType()
      break
    case 'help':
      onHelp()
      break
    case 'rename':
      editor.openEntry(nameAt(editor), true)
      break
    case 'type':
      editor.openEntry(asked.text)
      // Wait for an input method that has not written the result of its first key into the field yet.
      return asked.text !== ''
  }
  return true
}
