import { useMemo, useState } from 'react'
import { makeUuid } from '../../client/make-uuid.ts'
import { t } from '../../i18n/intl.ts'
import { Field } from '../../parts/form/Field.tsx'
import { NumberField } from '../../parts/form/NumberField.tsx'
import { type Dilution, layDilution } from '../../state/layout-steps/dilution.ts'
import type { Direction } from '../../state/layout-steps/wells.ts'
import { DirectionField } from './DirectionField.tsx'
import type { ToolContext } from './tool-context.ts'
import styles from './Tools.module.css'
import { usePreview } from './use-preview.ts'

type Figures = { [Key in 'start' | 'factor' | 'steps' | 'replicates']: number | null }

/** Place standards of falling quantity from the first selected well on. */
export function DilutionForm({ context }: { context: ToolContext }) {
  const { layout, wells, shape } = context
  const [name, setName] = useState(() => t('sample.type.standard'))
  const [figures, setFigures] = useState<Figures>({
    start: 1e6,
    factor: 10,
    steps: 5,
    replicates: 3,
  })
  const [direction, setDirection] = useState<Direction>('down')
  const outcome = useMemo(() => {
    const dilution = readDilution(name, figures, direction)
    const [from] = wells
    return dilution && from ? layDilution(layout, from, dilution, shape, makeUuid) : null
  }, [layout, wells, shape, name, figures, direction])
  usePreview(context, outcome)
  const figure = (key: keyof Figures, least: number, most?: number) => ({
    label: t(`wizard.tool.${key}`),
    value: figures[key],
    min: least,
    ...(most === undefined ? {} : { max: most, whole: true }),
    onChange: (value: number | null) => setFigures((before) => ({ ...before, [key]: value })),
  })
  return (
    <>
      <Field
        label={t('wizard.inspector.name')}
        value={name}
        maxLength={110}
        autoComplete="off"
        onChange={setName}
      />
      <NumberField
        {...figure('start', 0)}
        label={`${t('wizard.tool.start')} (${t('wizard.inspector.copies')})`}
      />
      <div className={styles.pair}>
        <NumberField {...figure('factor', 1)} />
        <NumberField {...figure('steps', 1, 12)} />
      </div>
      <NumberField {...figure('replicates', 1, 12)} />
      <DirectionField label={t('wizard.tool.stepsGo')} value={direction} onChange={setDirection} />
    </>
  )
}

/** Read a dilution; null until the figures make a series: each step less than the one before. */
function readDilution(name: string, figures: Figures, direction: Direction): Dilution | null {
  const { start, factor, steps, replicates } = figures
  if (name.trim() === '' || !start || start <= 0 || !factor || factor <= 1) return null
  if (!steps || steps < 1 || steps > 12 || !replicates || replicates < 1 || replicates > 12)
    return null
  return { name: name.trim(), start, factor, steps, replicates, direction }
}
