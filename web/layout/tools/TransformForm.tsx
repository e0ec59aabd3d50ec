import { useMemo, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { NumberField } from '../../parts/form/NumberField.tsx'
import {
  type Transform,
  type TransformKind,
  transformKinds,
  transformLayout,
} from '../../state/layout-steps/transform.ts'
import { ChoiceList } from './ChoiceList.tsx'
import type { ToolContext } from './tool-context.ts'
import styles from './Tools.module.css'
import { usePreview } from './use-preview.ts'

/** Turn, mirror or shift the whole plate. */
export function TransformForm({ context }: { context: ToolContext }) {
  const { layout, shape } = context
  const [transform, setTransform] = useState<Transform>({ kind: 'rotate', rows: 0, columns: 1 })
  const outcome = useMemo(
    () => transformLayout(layout, transform, shape),
    [layout, transform, shape],
  )
  usePreview(context, outcome)
  const change = (part: Partial<Transform>) => setTransform((before) => ({ ...before, ...part }))
  return (
    <>
      <ChoiceList
        label={t('wizard.tool.transform.kind')}
        value={transform.kind}
        choices={transformKinds.map((one) => ({
          value: one,
          label: t(`wizard.tool.transform.${one}`),
        }))}
        onChange={(kind: TransformKind) => change({ kind })}
      />
      {transform.kind === 'shift' && (
        <div className={styles.pair}>
          <NumberField
            label={t('wizard.tool.shift.rows')}
            value={transform.rows}
            min={1 - shape.rows}
            max={shape.rows - 1}
            onChange={(rows) => rows !== null && change({ rows: Math.trunc(rows) })}
          />
          <NumberField
            label={t('wizard.tool.shift.columns')}
            value={transform.columns}
            min={1 - shape.columns}
            max={shape.columns - 1}
            onChange={(columns) => columns !== null && change({ columns: Math.trunc(columns) })}
          />
        </div>
      )}
    </>
  )
}
