import { useEffect, useState } from 'react'
import { dateRanges } from '../../../domain/date-ranges.ts'
import { sampleTypes } from '../../../domain/entities/analysis.ts'
import { callNames } from '../../../domain/results.ts'
import { t } from '../../i18n/intl.ts'
import { FilterChips } from '../../parts/filter/FilterChips.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { CallBadge } from '../../entities/call/CallBadge.tsx'
import { type ResultFilter, withoutControls } from './result-filters.ts'
import styles from './ResultFilters.module.css'

/** Delay between the last letter and the search. */
const pauseMs = 300

/** Filter by result, by the sample's name and type, and by the date of the analysis. */
export function ResultFilters(props: {
  filters: ResultFilter
  onChange: (changes: Record<string, string | null>) => void
}) {
  const { filters, onChange } = props
  const { calls, held, noControls } = filters
  return (
    <div className={styles.filters}>
      <FilterChips
        label={t('results.often')}
        chips={oftenAsked.map((when) => {
          const pressed = isOften(filters, when)
          const asked = { call: 'detected', type: 'unknown', controls: withoutControls, when }
          const none = { call: null, type: null, controls: null, when: null }
          return {
            id: when,
            label: t(`results.positives.${when}`),
            count: undefined,
            pressed,
            onPress: () => onChange(pressed ? none : asked),
          }
        })}
      />
      <FilterChips
        label={t('results.byCall')}
        chips={[
          ...callNames.map((one) => {
            const pressed = calls.includes(one)
            const next = pressed ? calls.filter((other) => other !== one) : [...calls, one]
            return {
              id: one,
              label: <CallBadge call={one} />,
              count: undefined,
              pressed,
              onPress: () => onChange({ call: next.join(',') }),
            }
          }),
          {
            id: 'on-hold',
            label: t('results.held'),
            count: undefined,
            pressed: held,
            onPress: () => onChange({ held: held ? null : '1' }),
          },
          {
            id: 'no-controls',
            label: t('results.noControls'),
            count: undefined,
            pressed: noControls,
            onPress: () => onChange({ controls: noControls ? null : withoutControls }),
          },
        ]}
      />
      <div className={styles.fields}>
        <SampleField sample={filters.sample} onChange={(sample) => onChange({ sample })} />
        <SelectField
          hideLabel
          label={t('results.column.type')}
          value={filters.type ?? ''}
          placeholder={t('results.anyType')}
          choices={sampleTypes.map((value) => ({ value, label: t(`sample.type.${value}`) }))}
          onChange={(type) => onChange({ type })}
        />
        <SelectField
          hideLabel
          label={t('results.when')}
          value={filters.when ?? ''}
          placeholder={t('range.any')}
          choices={dateRanges.map((value) => ({ value, label: t(`range.${value}`) }))}
          onChange={(when) => onChange({ when })}
        />
      </div>
    </div>
  )
}

/** Days whose positive samples are asked for every morning, in one press. */
const oftenAsked = ['today', 'yesterday'] as const

/** Return true where the filters are those of the positive samples of a day, without controls. */
function isOften(filter: ResultFilter, day: (typeof oftenAsked)[number]): boolean {
  const { calls, type, when, noControls } = filter
  return calls.join() === 'detected' && type === 'unknown' && noControls && when === day
}

/** Search a sample when typing pauses. */
function SampleField({ sample, onChange }: { sample: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(sample)
  useEffect(() => setText(sample), [sample])
  useEffect(() => {
    if (text.trim() === sample) return undefined
    const timer = setTimeout(() => onChange(text.trim()), pauseMs)
    return () => clearTimeout(timer)
    // Leave out `onChange`, which is new with each drawing; only what is typed matters.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, sample])
  return (
    <Field
      label={t('results.sample')}
      hideLabel
      type="search"
      placeholder={t('results.sample')}
      value={text}
      maxLength={120}
      onChange={setText}
    />
  )
}
