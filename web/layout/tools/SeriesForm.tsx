import { useMemo, useState } from 'react'
import { type SampleType, sampleTypes } from '../../../domain/entities/analysis.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { t } from '../../i18n/intl.ts'
import { Field } from '../../parts/form/Field.tsx'
import { NumberField } from '../../parts/form/NumberField.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { ownersOf } from '../../state/draft-steps.ts'
import { fillSeries } from '../../state/layout-steps/series.ts'
import { sampleBadges } from '../../entities/sample/sample-look.ts'
import { DirectionField } from './DirectionField.tsx'
import type { ToolContext } from './tool-context.ts'
import { usePreview } from './use-preview.ts'

/** Show names with a running number, in the order of the wells. */
export function SeriesForm({ context }: { context: ToolContext }) {
  const { layout, wells, shape } = context
  const [name, setName] = useState(() => ownersOf(layout, wells)[0]?.name ?? '')
  const [type, setType] = useState<SampleType>('unknown')
  const [direction, setDirection] = useState(context.direction)
  const [replicates, setReplicates] = useState<number | null>(1)
  const outcome = useMemo(() => {
    if (name.trim() === '' || !replicates || replicates < 1) return null
    const series = { name: name.trim(), sample_type: type, direction, replicates }
    return { layout: fillSeries(layout, wells, series, shape, makeUuid), fallen: 0 }
  }, [layout, wells, shape, name, type, direction, replicates])
  usePreview(context, outcome)
  return (
    <>
      <Field
        label={t('wizard.tool.firstName')}
        hint={t('wizard.inspector.each.hint')}
        value={name}
        maxLength={110}
        autoComplete="off"
        onChange={setName}
      />
      <SelectField
        label={t('wizard.inspector.type')}
        value={type}
        choices={sampleTypes.map((one) => ({
          value: one,
          label: `${sampleBadges[one]}  ${t(`sample.type.${one}`)}`,
        }))}
        onChange={(one) => setType(one as SampleType)}
      />
      <DirectionField value={direction} onChange={setDirection} />
      <NumberField
        label={t('wizard.tool.wellsEach')}
        value={replicates}
        min={1}
        max={shape.rows * shape.columns}
        whole
        onChange={setReplicates}
      />
    </>
  )
}
