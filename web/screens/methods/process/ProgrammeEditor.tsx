import {
  type Dispatch,
  type KeyboardEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { ProgrammePicture } from '../../../entities/process-recipe/ProgrammePicture.tsx'
import { t } from '../../../i18n/intl.ts'
import { drawnStep } from './draft/draft.ts'
import type { Editor, EditorAct } from './draft/editor.ts'
import styles from './Editor.module.css'
import type { FieldErrors } from '../editing/field-id.ts'
import { readCommonKey, readStepKey } from './read-step-key.ts'
import { StepTable } from './StepTable.tsx'
import { useDrag } from './use-drag.ts'

/** Edit a programme as a picture and as a table of the same steps; each works with the keyboard alone. */
export function ProgrammeEditor(props: {
  editor: Editor
  act: Dispatch<EditorAct>
  errors: FieldErrors
  readOnly: boolean
}) {
  const { editor, act, errors, readOnly } = props
  const { steps } = editor.history.present
  const { selected } = editor
  const { area, follow } = useFollow(editor)
  const onGrasp = useDrag(editor, act)
  const faulty = useFaulty(errors)
  const drawn = useMemo(() => steps.map(drawnStep), [steps])
  const onSelect = useCallback((at: number) => act({ type: 'select', at }), [act])
  const control = useMemo(
    () => ({
      selected,
      focusable: selected ?? 0,
      faulty,
      readOnly,
      onSelect,
      onGrasp,
    }),
    [selected, faulty, readOnly, onSelect, onGrasp],
  )
  return (
    <div ref={area} className={styles.programme}>
      <div
        className={styles.picture}
        onKeyDown={(event) => {
          const at = numberOf(event.target, 'data-at')
          const pressed = at === null ? null : readStepKey(event, steps, at)
          if (!pressed || (readOnly && pressed.type !== 'select')) return
          event.preventDefault()
          follow('picture')
          act(pressed)
        }}
        onBlur={() => act({ type: 'settle' })}
      >
        {steps.length === 0 ? (
          <p className={styles.empty}>{t('methods.noSteps')}</p>
        ) : (
          <ProgrammePicture label={t('methods.programme')} steps={drawn} control={control} />
        )}
      </div>
      {steps.length > 0 && !readOnly && <KeyHelp />}
      {steps.length > 0 && (
        <div onKeyDown={(event) => pressInTable(event, { act, follow, readOnly })}>
          <StepTable {...{ steps, selected, errors, readOnly, act }} />
        </div>
      )}
    </div>
  )
}

function KeyHelp() {
  return (
    <details className={styles.keys}>
      <summary>{t('methods.keys')}</summary>
      <ul>
        {(
          ['focus', 'temperature', 'duration', 'insert', 'move', 'table', 'undo', 'drag'] as const
        ).map((name) => (
          <li key={name}>{t(`methods.keys.${name}`)}</li>
        ))}
      </ul>
    </details>
  )
}

/**
 * Handle keys of the table: arrows go to the row above or below in the same column, others add, remove and move steps.
 */
function pressInTable(
  event: KeyboardEvent<HTMLElement>,
  given: {
    act: Dispatch<EditorAct>
    follow: (where: 'table', column?: string) => void
    readOnly: boolean
  },
): void {
  const { act, follow, readOnly } = given
  const at = numberOf(event.target, 'data-row')
  if (at === null || !(event.target instanceof HTMLElement)) return
  const column = event.target.dataset['cell']
  const pressed = readCommonKey(event, at)
  if (pressed) {
    event.preventDefault()
    if (readOnly) return
    follow('table', pressed.type === 'insert' ? 'temperature' : column)
    return act(pressed)
  }
  const isNumber = event.target instanceof HTMLInputElement
  const by = event.key === 'ArrowUp' ? -1 : ['ArrowDown', 'Enter'].includes(event.key) ? 1 : 0
  if (!isNumber || by === 0 || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const row = event.currentTarget.querySelector(`tr[data-row="${at + by}"]`)
  if (row) focusCell(row, column)
}

function numberOf(target: EventTarget, name: string): number | null {
  const found = target instanceof Element ? target.closest(`[${name}]`)?.getAttribute(name) : null
  return found == null ? null : Number(found)
}

function focusCell(row: Element, column: string | undefined): void {
  const cells = [...row.querySelectorAll<HTMLElement>('[data-cell]')]
  // Look for the first number in a row without this column: arrow keys in a list would change it.
  const number = cells.find((one) => one instanceof HTMLInputElement)
  const cell = cells.find(({ dataset }) => dataset['cell'] === column) ?? number ?? cells[0]
  cell?.focus()
  if (cell instanceof HTMLInputElement) cell.select()
}

/** Let the focus follow the selected step after keys that put in, remove or move one. */
function useFollow({ selected, history }: Editor) {
  const area = useRef<HTMLDivElement>(null)
  const wanted = useRef<{ where: 'picture' | 'table'; column: string | undefined } | null>(null)
  useLayoutEffect(() => {
    const { current: now } = wanted
    wanted.current = null
    if (!now || selected === null || !area.current) return
    if (now.where === 'picture') {
      area.current.querySelector<SVGElement>(`[data-at="${selected}"]`)?.focus()
      return
    }
    const row = area.current.querySelector(`tr[data-row="${selected}"]`)
    if (row && !row.contains(document.activeElement)) focusCell(row, now.column)
  }, [selected, history])
  const follow = (where: 'picture' | 'table', column?: string) => {
    wanted.current = { where, column }
  }
  return { area, follow }
}

function useFaulty(errors: FieldErrors): ReadonlySet<number> {
  const key = Object.keys(errors)
    .map((field) => /^process\.steps\.(\d+)/.exec(field)?.[1])
    .filter((at) => at !== undefined)
    .join()
  return useMemo(() => new Set(key === '' ? [] : key.split(',').map(Number)), [key])
}
