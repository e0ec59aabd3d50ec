import { useMemo, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { NumberField } from '../../parts/form/NumberField.tsx'
import { type Arrangement, arrangements, replicate } from '../../state/layout-steps/replicates.ts'
import { ChoiceList } from './ChoiceList.tsx'
import type { ToolContext } from './tool-context.ts'
import { usePreview } from './use-preview.ts'

/** Put each selected sample into so many wells. */
export function ReplicatesForm({ context }: { context: ToolContext }) {
  const { layout, wells, shape } = context
  const [count, setCount] = useState<number | null>(3)
  const [arrangement, setArrangement] = useState<Arrangement>(context.direction)
  const most = shape.rows * shape.columns
  const outcome = useMemo(
    () =>
      count && count >= 1 && count <= most
        ? replicate(layout, wells, count, arrangement, shape)
        : null,
    [layout, wells, shape, most, count, arrangement],
  )
  usePreview(context, outcome)
  return (
    <>
      <NumberField
        label={t('wizard.tool.wellsEach')}
        value={count}
        min={1}
        max={most}
        whole
        onChange={setCount}
      />
      <ChoiceList
        label={t('wizard.tool.arrangement')}
        value={arrangement}
        choices={arrangements.map((one) => ({
          value: one,
          label: t(`wizard.tool.arrangement.${one}`),
        }))}
        onChange={setArrangement}
      />
    </>
  )
}
