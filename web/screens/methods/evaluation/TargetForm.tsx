import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import { cqMethods, evaluationLimits } from '../../../../domain/entities/evaluation-recipe.ts'
import type { TargetTopic } from '../../../entities/evaluation-recipe/say-evaluation.ts'
import { seenWavelengths } from '../../../entities/process-recipe/seen-wavelengths.ts'
import { t } from '../../../i18n/intl.ts'
import { FieldError } from '../editing/FieldError.tsx'
import { type DraftTarget, makeTarget } from './draft/draft.ts'
import { valueAt } from './draft/editor.ts'
import { CheckBelow, ChoiceInput, type Form, NumberInput, TextInput } from './Inputs.tsx'
import { MixRows, Rows } from './Rows.tsx'

interface TargetFormProps {
  form: Form
  /** Place of the target, such as `evaluation.targets.0`. */
  field: string
}

/** Edit the settings behind one sentence of a target. */
export function TargetForm({ topic, ...props }: TargetFormProps & { topic: TargetTopic }) {
  switch (topic) {
    case 'identity':
      return <Identity {...props} />
    case 'limits':
      return <Limits {...props} />
    case 'threshold':
      return <Thresholds {...props} />
    case 'cq':
      return <BaselineAndCq {...props} />
    case 'melt':
      return <Melt {...props} />
  }
}

const targetAt = ({ form, field }: TargetFormProps) => valueAt(form.draft, field) as DraftTarget

function Identity(props: TargetFormProps) {
  const { form, field } = props
  const { channel, well_types: mixes } = targetAt(props)
  const channels = [...new Set([...seenWavelengths(), channel])]
  return (
    <>
      <TextInput form={form} field={`${field}.name`} />
      <ChoiceInput
        form={form}
        field={`${field}.channel`}
        choices={channels.map((value) => ({ value, label: displayName(value) }))}
      />
      <ChoiceInput
        form={form}
        field={`${field}.role`}
        choices={[
          { value: 'target', label: t('evaluation.choice.target') },
          { value: 'internal control', label: t('evaluation.choice.control') },
        ]}
      />
      <CheckBelow
        form={form}
        field={`${field}.well_types`}
        label={t('evaluation.choice.some')}
        fresh={['']}
      />
      {mixes && <MixRows form={form} field={`${field}.well_types`} />}
    </>
  )
}

function Limits({ form, field }: TargetFormProps) {
  const { kind } = form.draft.evaluation.assay
  const unit = t(kind === 'isothermal' ? 'evaluation.unit.minutes' : 'evaluation.unit.cycles')
  const hint = t('evaluation.hint.optional')
  return (
    <>
      <NumberInput form={form} field={`${field}.cq_max`} unit={unit} />
      <NumberInput form={form} field={`${field}.cq_review`} unit={unit} hint={hint} />
      <NumberInput form={form} field={`${field}.cq_min`} unit={unit} hint={hint} />
    </>
  )
}

function Thresholds({ form, field }: TargetFormProps) {
  return (
    <>
      <ThresholdInputs form={form} field={`${field}.threshold`} />
      <Rows<DraftTarget['well_thresholds'][number]>
        form={form}
        field={`${field}.well_thresholds`}
        label={t('evaluation.field.ownThresholds')}
        add={t('evaluation.addOwnThreshold')}
        fresh={{ well_type: '', threshold: makeTarget().threshold }}
        first="well_type"
        most={evaluationLimits.mixes}
        nameOf={({ well_type: mix }, at) => mix || String(at + 1)}
      >
        {(place) => (
          <>
            <TextInput form={form} field={`${place}.well_type`} />
            <ThresholdInputs form={form} field={`${place}.threshold`} />
          </>
        )}
      </Rows>
    </>
  )
}

/** Edit a threshold: its method, and the number that the method needs. */
function ThresholdInputs({ form, field }: { form: Form; field: string }) {
  const method = valueAt(form.draft, `${field}.method`)
  return (
    <>
      <ChoiceInput
        form={form}
        field={`${field}.method`}
        choices={(['automatic', 'fixed'] as const).map((value) => ({
          value,
          label: t(`evaluation.choice.${value}`),
        }))}
      />
      {method === 'fixed' ? (
        <NumberInput form={form} field={`${field}.value`} step={0.01} />
      ) : (
        <NumberInput form={form} field={`${field}.factor`} unit="×" />
      )}
    </>
  )
}

const baselines = ['automatic', 'window', 'sigmoid', 'linreg', 'none'] as const

function BaselineAndCq(props: TargetFormProps) {
  const { form, field } = props
  const { baseline, cq_method: method } = targetAt(props)
  const older = method === null ? { none: t('evaluation.choice.older') } : {}
  return (
    <>
      <ChoiceInput
        form={form}
        field={`${field}.baseline.method`}
        errorOf={`${field}.baseline`}
        choices={baselines.map((value) => ({ value, label: t(`explain.baseline.rule.${value}`) }))}
      />
      {baseline.method === 'window' && (
        <>
          <NumberInput form={form} field={`${field}.baseline.start`} />
          <NumberInput form={form} field={`${field}.baseline.end`} />
        </>
      )}
      <ChoiceInput
        form={form}
        field={`${field}.cq_method`}
        choices={cqMethods.map((value) => ({ value, label: t(`cq.method.${value}`) }))}
        {...older}
      />
    </>
  )
}

function Melt(props: TargetFormProps) {
  const { form, field } = props
  const { tm } = targetAt(props)
  return (
    <>
      <CheckBelow
        form={form}
        field={`${field}.tm`}
        label={t('evaluation.field.evaluateMelt')}
        fresh={{ min: null, max: null }}
      />
      {tm && (
        <>
          <NumberInput form={form} field={`${field}.tm.min`} unit="°C" step={0.5} />
          <NumberInput form={form} field={`${field}.tm.max`} unit="°C" step={0.5} />
          <ChoiceInput
            form={form}
            field={`${field}.tm_at`}
            choices={(['middle', 'upper'] as const).map((value) => ({
              value,
              label: t(`evaluation.choice.${value}`),
            }))}
          />
          <ChoiceInput
            form={form}
            field={`${field}.melt`}
            choices={(['falls', 'rises'] as const).map((value) => ({
              value,
              label: t(`evaluation.choice.${value}`),
            }))}
          />
        </>
      )}
      <FieldError field={`${field}.tm`} errors={form.errors} />
    </>
  )
}
