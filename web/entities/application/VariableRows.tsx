import type { Variable } from '../../../domain/entities/evaluation-recipe.ts'
import { findVariableProblems } from '../../../domain/rules/evaluation-problems.ts'
import { faultText } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { NumberField } from '../../parts/form/NumberField.tsx'
import { readNumber } from '../../parts/form/read-number.ts'
import { SelectField } from '../../parts/form/SelectField.tsx'
import type { DrawnField } from '../../record/FieldInput.tsx'
import styles from './VariableRows.module.css'

const types = ['string', 'number', 'boolean'] as const

/** Edit the variables of a method, a row each: a name that is there already is refused at its row (VAL-020). */
export function VariableRows({ value, error, onChange }: DrawnField) {
  const rows = value as readonly Variable[]
  const problems = findVariableProblems(rows, '')
  const problemOf = (at: number, field: string) => {
    const found = problems.find((one) => one.field === `.${at}.${field}`)
    return found && rows[at]?.name !== '' ? faultText(found) : null
  }
  const change = (at: number, next: Partial<Variable>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...next } : row)))
  return (
    <fieldset className={styles.variables}>
      <legend>{t('methods.variables')}</legend>
      {rows.map((row, at) => (
        <div key={at} className={styles.row}>
          <Field
            label={t('methods.variableName')}
            required
            maxLength={120}
            value={row.name}
            error={problemOf(at, 'name')}
            onChange={(name) => change(at, { name })}
          />
          <SelectField
            label={t('methods.variableType')}
            value={row.type}
            choices={types.map((type) => ({ value: type, label: t(`methods.type.${type}`) }))}
            onChange={(type) => change(at, retype(row, type as Variable['type']))}
          />
          <ValueField
            row={row}
            error={problemOf(at, 'value')}
            onChange={(next) => change(at, next)}
          />
          <Button
            icon="trash"
            kind="plain"
            iconOnly
            onClick={() => onChange(rows.filter((_, place) => place !== at))}
          >
            {t('methods.removeVariable', { name: row.name || String(at + 1) })}
          </Button>
        </div>
      ))}
      {error && <p role="alert">{error}</p>}
      <Button
        icon="plus"
        onClick={() => onChange([...rows, { name: '', type: 'string', value: '' }])}
      >
        {t('methods.addVariable')}
      </Button>
    </fieldset>
  )
}

/** Keep the value where it can be read as the other type. */
function retype({ value }: Variable, type: Variable['type']): Pick<Variable, 'type' | 'value'> {
  if (type === 'boolean') return { type, value: value === true || value === 'true' }
  if (type === 'string') return { type, value: String(value) }
  return { type, value: readNumber(String(value)) ?? 0 }
}

function ValueField(props: {
  row: Variable
  error: string | null
  onChange: (next: Pick<Variable, 'value'>) => void
}) {
  const { row, error, onChange } = props
  const label = t('methods.variableValue')
  if (row.type === 'boolean') {
    return (
      <SelectField
        label={label}
        value={String(row.value)}
        choices={(['true', 'false'] as const).map((value) => ({
          value,
          label: t(value === 'true' ? 'record.yes' : 'record.no'),
        }))}
        onChange={(next) => onChange({ value: next === 'true' })}
      />
    )
  }
  if (row.type === 'number') {
    return (
      <NumberField
        label={label}
        value={typeof row.value === 'number' ? row.value : null}
        error={error}
        onChange={(value) => onChange({ value: value ?? '' })}
      />
    )
  }
  return (
    <Field
      label={label}
      maxLength={500}
      value={String(row.value)}
      error={error}
      onChange={(value) => onChange({ value })}
    />
  )
}
