import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import { evaluationLimits } from '../../../../domain/entities/evaluation-recipe.ts'
import { VariableRows } from '../../../entities/application/VariableRows.tsx'
import type { RunTopic } from '../../../entities/evaluation-recipe/say-evaluation.ts'
import { seenWavelengths } from '../../../entities/process-recipe/seen-wavelengths.ts'
import { t } from '../../../i18n/intl.ts'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { FieldError } from '../editing/FieldError.tsx'
import { fieldId } from '../editing/field-id.ts'
import { CompensationForm } from './CompensationForm.tsx'
import styles from './Evaluation.module.css'
import {
  CheckBelow,
  CheckInput,
  ChoiceInput,
  type Form,
  NumberInput,
  put,
  putApart,
  TextInput,
} from './Inputs.tsx'
import { Rows } from './Rows.tsx'

interface RunFormProps {
  form: Form
}

/** Edit the settings behind one sentence of the whole run. */
export function RunForm({ topic, form }: RunFormProps & { topic: RunTopic }) {
  switch (topic) {
    case 'assay':
      return <Assay form={form} />
    case 'reference':
      return <Reference form={form} />
    case 'compensation':
      return <CompensationForm form={form} />
    case 'thresholds':
      return <ChoiceInput form={form} field="evaluation.thresholds_from" choices={sources()} />
    case 'ntc':
      return <NoTemplate form={form} />
    case 'positive':
      return <Positive form={form} />
    case 'internal':
      return <CheckInput form={form} field="evaluation.controls.internal_control" />
    case 'replicates':
      return <Replicates form={form} />
    case 'quantification':
      return <Quantities form={form} />
    case 'genotypes':
      return <Genotypes form={form} />
    case 'variables':
      return <Variables form={form} />
  }
}

const sayChoices = <Value extends 'pcr' | 'isothermal' | 'recipe' | 'instrument' | Quantity>(
  ...values: readonly Value[]
) => values.map((value) => ({ value, label: t(`evaluation.choice.${value}`) }))

type Quantity = 'none' | 'standard_curve' | 'relative' | 'assumed' | 'measured'

const sources = () => sayChoices('recipe', 'instrument')

const unitOf = ({ draft }: Form) =>
  t(
    draft.evaluation.assay.kind === 'isothermal'
      ? 'evaluation.unit.minutes'
      : 'evaluation.unit.cycles',
  )

function Assay({ form }: RunFormProps) {
  return (
    <>
      <ChoiceInput
        form={form}
        field="evaluation.assay.kind"
        choices={sayChoices('pcr', 'isothermal')}
      />
      {form.draft.evaluation.assay.kind === 'isothermal' && (
        <NumberInput form={form} field="evaluation.assay.minutes_per_reading" step={0.5} />
      )}
    </>
  )
}

function Reference({ form }: RunFormProps) {
  const { passive_reference: chosen } = form.draft.evaluation
  const channels = [...new Set([...seenWavelengths(), ...(chosen ? [chosen] : [])])]
  return (
    <ChoiceInput
      form={form}
      field="evaluation.passive_reference"
      none={t('evaluation.choice.none')}
      choices={channels.map((value) => ({ value, label: displayName(value) }))}
    />
  )
}

function NoTemplate({ form }: RunFormProps) {
  return (
    <>
      <CheckInput form={form} field="evaluation.controls.ntc_clean" />
      {form.draft.evaluation.controls.ntc_clean && (
        <NumberInput
          form={form}
          field="evaluation.controls.ntc_distance"
          unit={unitOf(form)}
          hint={t('evaluation.hint.ntcDistance')}
        />
      )}
    </>
  )
}

function Positive({ form }: RunFormProps) {
  const { positive_detected: isWanted, positive_cq: range } = form.draft.evaluation.controls
  const field = 'evaluation.controls.positive_cq'
  const unit = unitOf(form)
  return (
    <>
      <CheckInput form={form} field="evaluation.controls.positive_detected" />
      {(isWanted || range) && (
        <CheckBelow
          form={form}
          field={field}
          label={t('evaluation.field.positiveCq')}
          fresh={{ min: null, max: null }}
        />
      )}
      {range && (
        <>
          <NumberInput form={form} field={`${field}.min`} unit={unit} />
          <NumberInput form={form} field={`${field}.max`} unit={unit} />
        </>
      )}
      <FieldError field={field} errors={form.errors} />
    </>
  )
}

function Replicates({ form }: RunFormProps) {
  return (
    <NumberInput
      form={form}
      field="evaluation.controls.replicate_sd"
      unit={unitOf(form)}
      step={0.1}
      hint={t('evaluation.hint.optional')}
    />
  )
}

function Quantities({ form }: RunFormProps) {
  const { quantification, targets } = form.draft.evaluation
  const field = 'evaluation.quantification'
  const chosen = quantification.reference_targets
  const names = [...new Set([...targets.map(({ name }) => name), ...chosen])].filter(Boolean)
  const choose = (name: string, is: boolean) =>
    putApart(
      form,
      `${field}.reference_targets`,
      is ? [...chosen, name] : chosen.filter((one) => one !== name),
    )
  return (
    <>
      <ChoiceInput
        form={form}
        field={`${field}.method`}
        errorOf={field}
        choices={sayChoices('none', 'standard_curve', 'relative')}
      />
      {quantification.method === 'relative' && (
        <>
          <TextInput form={form} field={`${field}.calibrator`} />
          <ChoiceInput
            form={form}
            field={`${field}.efficiency`}
            choices={sayChoices('assumed', 'measured')}
          />
          <div
            role="group"
            aria-label={t('evaluation.field.references')}
            className={styles.rows}
            id={fieldId(`${field}.reference_targets`)}
            tabIndex={-1}
          >
            <span className={styles.label}>{t('evaluation.field.references')}</span>
            {names.map((name) => (
              <CheckField
                key={name}
                label={name}
                checked={chosen.includes(name)}
                onChange={(is) => choose(name, is)}
              />
            ))}
            <FieldError field={`${field}.reference_targets`} errors={form.errors} />
            {chosen.map((name, at) => (
              <FieldError
                key={name}
                field={`${field}.reference_targets.${at}`}
                errors={form.errors}
              />
            ))}
          </div>
        </>
      )}
    </>
  )
}

function Genotypes({ form }: RunFormProps) {
  const { targets, genotypes } = form.draft.evaluation
  const choicesOf = (chosen: string) =>
    [...new Set([...targets.map(({ name }) => name), chosen])]
      .filter(Boolean)
      .map((name) => ({ value: name, label: name }))
  return (
    <Rows<(typeof genotypes)[number]>
      form={form}
      field="evaluation.genotypes"
      label={t('evaluation.topic.genotypes')}
      add={t('evaluation.addGenotype')}
      fresh={{ name: '', alleles: ['', ''] }}
      first="name"
      most={evaluationLimits.genotypes}
      nameOf={({ name }, at) => name || String(at + 1)}
    >
      {(place, at) => (
        <>
          <TextInput form={form} field={`${place}.name`} />
          {([0, 1] as const).map((side) => (
            <ChoiceInput
              key={side}
              form={form}
              field={`${place}.alleles.${side}`}
              label={t('evaluation.field.allele', { number: side + 1 })}
              placeholder={t('evaluation.choice.chooseTarget')}
              choices={choicesOf(genotypes[at]?.alleles[side] ?? '')}
            />
          ))}
        </>
      )}
    </Rows>
  )
}

function Variables({ form }: RunFormProps) {
  const field = 'evaluation.variables'
  return (
    <div id={fieldId(field)} tabIndex={-1} className={styles.rows}>
      <VariableRows
        value={form.draft.evaluation.variables}
        error={form.errors[field]}
        onChange={(value) => put(form, { [field]: value })}
      />
    </div>
  )
}
