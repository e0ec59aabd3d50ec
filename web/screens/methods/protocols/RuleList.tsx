import type { Dispatch } from 'react'
import { sampleTypes } from '../../../../domain/entities/analysis.ts'
import type { TargetRule } from '../../../../domain/entities/evaluation-recipe.ts'
import { t } from '../../../i18n/intl.ts'
import { listMixes } from '../../../layout/mixes.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { NumberField } from '../../../parts/form/NumberField.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import type { CommonAct } from '../editing/draft-kind.ts'
import { type FieldErrors, fieldId } from '../editing/field-id.ts'
import type { Draft, EditorAct } from './draft/draft.ts'
import styles from './Protocol.module.css'

type Rule = Draft['expected_wells'][number]

interface RuleFacts {
  draft: Draft
  act: Dispatch<EditorAct | CommonAct<Draft>>
  errors: FieldErrors
  readOnly: boolean
  targets: readonly TargetRule[]
}

/** List the rules for samples of a type, and those for the wells of each sample. */
export function RuleLists(facts: RuleFacts) {
  const { draft, targets } = facts
  const mixes = listMixes(
    targets,
    draft.expected_wells.flatMap(({ well_type }) => well_type ?? []),
    draft.layout,
  )
  return (
    <div className={styles.rules}>
      <RuleList {...facts} list="minimum_samples" mixes={[]} />
      <RuleList {...facts} list="expected_wells" mixes={mixes} />
    </div>
  )
}

const words = {
  minimum_samples: {
    title: 'methods.minimumSamples',
    empty: 'methods.protocol.noMinimum',
    add: 'methods.protocol.addMinimum',
  },
  expected_wells: {
    title: 'methods.protocol.wells',
    empty: 'methods.protocol.noWells',
    add: 'methods.protocol.addWells',
  },
} as const

function RuleList(
  props: RuleFacts & { list: 'minimum_samples' | 'expected_wells'; mixes: readonly string[] },
) {
  const { list, draft, act, readOnly, mixes } = props
  const rules: readonly Rule[] = draft[list]
  const { title, empty, add } = words[list]
  const set = (next: readonly Rule[]) => act({ type: 'set', change: { [list]: next } })
  const free = sampleTypes.find((type) => rules.every(({ sample_type }) => sample_type !== type))
  const isFull = rules.length >= (list === 'minimum_samples' ? sampleTypes.length : 50)
  return (
    <section className={styles.part} id={fieldId(list)} tabIndex={-1} aria-label={t(title)}>
      <h2>{t(title)}</h2>
      {rules.length === 0 && <p className={styles.quiet}>{t(empty)}</p>}
      <ul className={styles.list}>
        {rules.map((rule, at) => (
          <li key={at} className={styles.rule}>
            <RuleFields
              {...props}
              {...{ rule, at, mixes }}
              onChange={(next) => set(rules.map((one, index) => (index === at ? next : one)))}
            />
            {!readOnly && (
              <Button
                kind="plain"
                icon="trash"
                iconOnly
                onClick={() => set(rules.filter((_, index) => index !== at))}
              >
                {t('methods.protocol.removeRule', { number: at + 1 })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!readOnly && !isFull && (
        <Button
          icon="plus"
          onClick={() => set([...rules, { sample_type: free ?? 'unknown', count: 1 }])}
        >
          {t(add)}
        </Button>
      )}
    </section>
  )
}

function RuleFields(
  props: RuleFacts & {
    list: 'minimum_samples' | 'expected_wells'
    mixes: readonly string[]
    rule: Rule
    at: number
    onChange: (rule: Rule) => void
  },
) {
  const { list, mixes, rule, at, act, errors, readOnly, onChange } = props
  const field = `${list}.${at}`
  return (
    <>
      <div id={fieldId(`${field}.sample_type`)} tabIndex={-1}>
        <SelectField
          label={t('methods.protocol.sampleType')}
          disabled={readOnly}
          value={rule.sample_type}
          choices={sampleTypes.map((type) => ({ value: type, label: t(`sample.type.${type}`) }))}
          error={errors[`${field}.sample_type`]}
          onChange={(type) => onChange({ ...rule, sample_type: type as Rule['sample_type'] })}
        />
      </div>
      {(mixes.length > 0 || rule.well_type !== undefined) && (
        <SelectField
          label={t('methods.protocol.mix')}
          disabled={readOnly}
          value={rule.well_type ?? ''}
          placeholder={t('methods.protocol.anyMix')}
          choices={mixes.map((mix) => ({ value: mix, label: mix }))}
          onChange={(mix) => {
            const { well_type: _before, ...rest } = rule
            onChange(mix === '' ? rest : { ...rest, well_type: mix })
          }}
        />
      )}
      <div
        id={fieldId(`${field}.count`)}
        className={styles.count}
        tabIndex={-1}
        onBlur={() => act({ type: 'settle' })}
      >
        <NumberField
          label={t('methods.protocol.count')}
          min={1}
          max={96}
          disabled={readOnly}
          value={rule.count}
          error={errors[`${field}.count`]}
          onChange={(count) => act({ type: 'rule', list, at, count })}
        />
      </div>
    </>
  )
}
