import { type Dispatch, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  cartridges,
  type CartridgeType,
  type DeviceCartridgeName,
} from '../../../../domain/catalog/cartridges.ts'
import type { TargetRule } from '../../../../domain/entities/evaluation-recipe.ts'
import { findDraftProblems } from '../../../../domain/rules/cartridge.ts'
import { t } from '../../../i18n/intl.ts'
import type { LayoutBook } from '../../../layout/layout-book.ts'
import { layoutLook } from '../../../layout/layout-look.ts'
import { PlateEditor } from '../../../layout/PlateEditor.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { PlateGrid } from '../../../parts/plate/PlateGrid.tsx'
import { sayPlate } from '../../../parts/plate/say-plate.ts'
import { plateRoom } from '../../../parts/plate/plate-room.ts'
import type { Layout } from '../../../state/draft-steps.ts'
import type { History } from '../../../state/history.ts'
import type { CommonAct } from '../editing/draft-kind.ts'
import { fieldId } from '../editing/field-id.ts'
import type { Draft, Editor, EditorAct } from './draft/draft.ts'
import styles from './Protocol.module.css'

type Act = Dispatch<EditorAct | CommonAct<Draft>>

/** Edit the layout that a plan begins with, on one of the plates. */
export function ProtocolLayout(props: {
  editor: Editor
  act: Act
  targets: readonly TargetRule[]
  readOnly: boolean
}) {
  const { editor, act, targets, readOnly } = props
  const { present } = editor.history
  const { cartridge_types: types, layout } = present
  const [chosen, setChosen] = useState<DeviceCartridgeName | null>(null)
  const fitting = types.find((type) => findDraftProblems(layout, type).length === 0)
  const shown = chosen && types.includes(chosen) ? chosen : (fitting ?? types.at(-1))
  const book = useBook(editor, act)
  const history = useMemo(() => layoutsOf(editor.history), [editor.history])
  const problems = useMemo(() => (shown ? findDraftProblems(layout, shown) : none), [layout, shown])
  const mixes = useMemo(
    () => present.expected_wells.flatMap(({ well_type }) => well_type ?? []),
    [present.expected_wells],
  )
  return (
    <section
      className={styles.part}
      id={fieldId('layout')}
      tabIndex={-1}
      aria-label={t('methods.protocol.layout')}
    >
      <h2>{t('methods.protocol.layout')}</h2>
      <p className={styles.quiet}>
        {t(shown ? 'methods.protocol.layoutHint' : 'methods.protocol.choosePlate')}
      </p>
      {types.length > 1 && shown && (
        <Segments
          label={t('methods.protocol.shownPlate')}
          value={shown}
          choices={types.map((type) => ({ value: type, label: sayPlate(type) }))}
          onChange={setChosen}
        />
      )}
      {shown && readOnly && (
        <ShownLayout name={present.name} layout={layout} shape={cartridges[shown]} />
      )}
      {shown && !readOnly && (
        <PlateEditor
          key={shown}
          name={present.name}
          history={history}
          book={book}
          shape={cartridges[shown]}
          targets={targets}
          mixes={mixes}
          planned={none}
          problems={problems}
          findProblems={(next) => findDraftProblems(next, shown)}
        >
          {(tools, body) => (
            <>
              <div className={styles.bar} role="group" aria-label={t('methods.tools')}>
                {tools}
              </div>
              {body}
            </>
          )}
        </PlateEditor>
      )}
    </section>
  )
}

const none: never[] = []

function layoutsOf({ past, present, future }: History<Draft>): History<Layout> {
  const of = ({ layout }: Draft) => layout
  return { past: past.map(of), present: of(present), future: future.map(of) }
}

/** Edit the layout of a draft; what was changed since the page was drawn is known at once. */
function useBook({ history }: Editor, act: Act): LayoutBook {
  const { layout } = history.present
  const latest = useRef<Layout>(layout)
  useLayoutEffect(() => {
    latest.current = layout
  }, [layout])
  return useMemo(
    () => ({
      now: () => latest.current,
      change: (step) => {
        latest.current = step(latest.current)
        act({ type: 'set', change: { layout: [...latest.current] } })
      },
      undo: () => act({ type: 'undo' }),
      redo: () => act({ type: 'redo' }),
    }),
    [act],
  )
}

/** Show the plate without editing. */
function ShownLayout(props: { name: string; layout: Layout; shape: CartridgeType }) {
  const { name, layout, shape } = props
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const looks = useMemo(() => layoutLook([...layout], shape, 'type'), [layout, shape])
  return (
    <div style={plateRoom(shape)}>
      <PlateGrid
        label={t('wizard.plate', { name })}
        rows={shape.rows}
        columns={shape.columns}
        wellLook={(index) => looks[index] ?? { label: '', quiet: true }}
        selected={selected}
        onSelect={setSelected}
      />
    </div>
  )
}
