import { type Dispatch, memo, useMemo } from 'react'
import { sayStep } from '../../../entities/process-recipe/say-step.ts'
import { t } from '../../../i18n/intl.ts'
import { readSeconds, type Typed } from '../../../parts/form/read-number.ts'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { type DraftStep, drawnStep } from './draft/draft.ts'
import type { EditorAct } from './draft/editor.ts'
import { stepLimits } from './draft/find-problems.ts'
import { depthsOf } from './draft/steps.ts'
import styles from './Editor.module.css'
import { type FieldErrors, fieldId } from '../editing/field-id.ts'
import { NumberCell } from '../editing/NumberCell.tsx'

/** Edit the steps of a programme as a table, for numbers that are typed. */
export function StepTable(props: {
  steps: readonly DraftStep[]
  selected: number | null
  errors: FieldErrors
  readOnly: boolean
  act: Dispatch<EditorAct>
}) {
  const { steps, selected, errors, readOnly, act } = props
  const depths = useMemo(() => depthsOf(steps), [steps])
  const own = useMemo(() => sortErrors(errors), [errors])
  return (
    <div className={styles.scroll}>
      <table className={styles.steps} aria-label={t('methods.steps')}>
        <thead>
          <tr>
            <th scope="col">{t('methods.stepNumber')}</th>
            <th scope="col">{t('methods.kind')}</th>
            <th scope="col">{t('methods.temperature')}</th>
            <th scope="col">{t('methods.duration')}</th>
            <th scope="col">{t('methods.change')}</th>
            <th scope="col">{t('methods.reads')}</th>
            {!readOnly && (
              <th scope="col">
                <span className="visually-hidden">{t('methods.tools')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {steps.map((step, at) => (
            <StepRow
              key={at}
              at={at}
              step={step}
              depth={depths[at] ?? 0}
              isSelected={selected === at}
              errors={own[at] ?? '{}'}
              readOnly={readOnly}
              act={act}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Join the errors of each step into one text, so that rows with the same errors are not drawn again. */
function sortErrors(errors: FieldErrors): Record<number, string> {
  const found: Record<number, Record<string, string>> = {}
  for (const [field, text] of Object.entries(errors)) {
    const [, at, name] = /^process\.steps\.(\d+)\.(\w+)$/.exec(field) ?? []
    if (at && name) found[Number(at)] = { ...found[Number(at)], [name]: text }
  }
  return Object.fromEntries(Object.entries(found).map(([at, own]) => [at, JSON.stringify(own)]))
}

interface RowProps {
  at: number
  step: DraftStep
  depth: number
  isSelected: boolean
  errors: string
  readOnly: boolean
  act: Dispatch<EditorAct>
}

const StepRow = memo(function StepRow(props: RowProps) {
  const { at, step, depth, isSelected, readOnly, act } = props
  const name = t('methods.step', { number: at + 1 })
  const errors = JSON.parse(props.errors) as Record<string, string>
  return (
    <tr
      data-row={at}
      data-selected={isSelected || undefined}
      aria-label={`${name}: ${sayStep(drawnStep(step))}`}
      onFocus={() => act({ type: 'select', at })}
    >
      <th scope="row">{at + 1}</th>
      <td>
        <span className={styles.kind} style={{ paddingInlineStart: depth * 12 }}>
          {t(`methods.kind.${step.type}`)}
        </span>
      </td>
      {step.type === 'loop' ? (
        <LoopCells {...props} step={step} errors={errors} name={name} />
      ) : (
        <HoldCells {...props} step={step} errors={errors} name={name} />
      )}
      {!readOnly && (
        <td className={styles.tools}>
          <RowTools at={at} isLoop={step.type === 'loop'} name={name} act={act} />
        </td>
      )}
    </tr>
  )
})

type CellProps<Type extends DraftStep['type']> = Omit<RowProps, 'step' | 'errors'> & {
  step: Extract<DraftStep, { type: Type }>
  errors: Record<string, string>
  name: string
}

function HoldCells(props: CellProps<'temperature' | 'pause' | 'lidOpen'>) {
  const { at, step, errors, name, readOnly, act } = props
  const cell = (
    column: 'temperature' | 'duration' | 'temperature_change',
    value: Typed,
    label: string,
    by: { fine: number; coarse: number; read?: typeof readSeconds },
  ) => (
    <NumberCell
      id={fieldId(`process.steps.${at}.${column}`)}
      column={column}
      label={`${name}: ${label}`}
      value={value}
      limits={stepLimits[column]}
      error={errors[column]}
      readOnly={readOnly}
      {...by}
      onChange={(next) => act({ type: 'step', at, change: { [column]: next } })}
      onSettle={() => act({ type: 'settle' })}
    />
  )
  return (
    <>
      <td>
        {step.type !== 'lidOpen' &&
          cell('temperature', step.temperature, t('methods.temperature'), { fine: 0.5, coarse: 5 })}
      </td>
      <td>
        {step.type === 'temperature' &&
          cell('duration', step.duration, t('methods.duration'), {
            fine: 1,
            coarse: 10,
            read: readSeconds,
          })}
      </td>
      <td>
        {step.type === 'temperature' &&
          cell('temperature_change', step.temperature_change, t('methods.change'), {
            fine: 0.1,
            coarse: 1,
          })}
      </td>
      <td>
        {step.type === 'temperature' && (
          <select
            data-cell="measure"
            className={styles.choice}
            aria-label={`${name}: ${t('methods.reads')}`}
            disabled={readOnly}
            value={step.measure}
            onChange={(event) => act({ type: 'step', at, change: { measure: event.target.value } })}
          >
            <option value="">{t('methods.readNothing')}</option>
            <option value="real time">{t('methods.amplification')}</option>
            <option value="meltcurve">{t('methods.melt')}</option>
          </select>
        )}
      </td>
    </>
  )
}

function LoopCells(props: CellProps<'loop'>) {
  const { at, step, errors, name, readOnly, act } = props
  const id = fieldId(`process.steps.${at}.goto`)
  return (
    <td colSpan={4}>
      <span className={styles.loop}>
        <label>
          {t('methods.backTo')}{' '}
          <select
            id={id}
            data-cell="goto"
            className={styles.choice}
            aria-label={`${name}: ${t('methods.backTo')}`}
            aria-invalid={errors['goto'] ? true : undefined}
            aria-describedby={errors['goto'] ? `${id}-error` : undefined}
            disabled={readOnly}
            value={step.goto}
            onChange={(event) =>
              act({ type: 'step', at, change: { goto: Number(event.target.value) } })
            }
          >
            {Array.from({ length: Math.max(at, step.goto + 1) }, (_, first) => (
              <option key={first} value={first}>
                {first + 1}
              </option>
            ))}
          </select>
        </label>
        <span className={styles.times}>
          <NumberCell
            id={fieldId(`process.steps.${at}.repeat`)}
            column="repeat"
            label={`${name}: ${t('methods.passes')}`}
            value={step.repeat}
            limits={stepLimits.repeat}
            fine={1}
            coarse={5}
            error={errors['repeat']}
            readOnly={readOnly}
            onChange={(repeat) => act({ type: 'step', at, change: { repeat } })}
            onSettle={() => act({ type: 'settle' })}
          />
        </span>
        <span aria-hidden="true">{t('methods.passes')}</span>
      </span>
      {errors['goto'] && (
        <span id={`${id}-error`} className={styles.error}>
          {errors['goto']}
        </span>
      )}
    </td>
  )
}

function RowTools(props: { at: number; isLoop: boolean; name: string; act: Dispatch<EditorAct> }) {
  const { at, isLoop, name, act } = props
  const tool = (icon: 'up' | 'down' | 'copy' | 'trash', label: string, press: EditorAct) => (
    <button
      type="button"
      className={styles.tool}
      aria-label={`${name}: ${label}`}
      title={label}
      data-cell={icon}
      onClick={() => act(press)}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <>
      {tool('up', t('methods.earlier'), { type: 'move', at, by: -1 })}
      {tool('down', t('methods.later'), { type: 'move', at, by: 1 })}
      {!isLoop && tool('copy', t('methods.copyStep'), { type: 'copy', at })}
      {tool('trash', t('methods.removeStep'), { type: 'remove', at })}
    </>
  )
}
