import { useMemo, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { NumberField } from '../../parts/form/NumberField.tsx'
import {
  type TransformKind,
  transformKinds,
  transformLayout,
} from '../../state/layout-steps/transform.ts'
import { ChoiceList } from './ChoiceList.tsx'
import type { ToolContext } from './tool-context.ts'
import styles from './Tools.module.css'
import { usePreview } from './use-preview.ts'

/** A transformation while it is typed. */
interface Wanted {
  kind: TransformKind
  rows: number | null
  columns: number | null
}

/** Turn, mirror or shift the whole plate. */
export function TransformForm({ context }: { context: ToolContext }) {
  const { layout, shape } = context
  const [wanted, setWanted] = useState<Wanted>({ kind: 'rotate', rows: 0, columns: 1 })
  const outcome = useMemo(() => {
    const { kind, rows, columns } = wanted
    if (kind !== 'shift') return transformLayout(layout, { kind, rows: 0, columns: 0 }, shape)
    if (rows === null || columns === null) return null
    return transformLayout(layout, { kind, rows, columns }, shape)
  }, [layout, wanted, shape])
  usePreview(context, outcome)
  const change = (part: Partial<Wanted>) => setWanted((before) => ({ ...before, ...part }))
  return (
    <>
      <ChoiceList
        label={t('wizard.tool.transform.kind')}
        value={wanted.kind}
        choices={transformKinds.map((one) => ({
          value: one,
          label: t(`wizard.tool.transform.${one}`),
        }))}
        onChange={(kind: TransformKind) => change({ kind })}
      />
      {wanted.kind === 'shift' && (
        <div className={styles.pair}>
          <NumberField
            label={t('wizard.tool.shift.rows')}
            whole
            value={wanted.rows}
            min={1 - shape.rows}
            max={shape.rows - 1}
            onChange={(rows) => change({ rows })}
          />
          <NumberField
            label={t('wizard.tool.shift.columns')}
            whole
            value={wanted.columns}
            min={1 - shape.columns}
            max={shape.columns - 1}
            onChange={(columns) => change({ columns })}
          />
        </div>
      )}
    </>
  )
}
