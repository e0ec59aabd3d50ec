import { useState } from 'react'
import type { Sample } from '../../domain/entities/analysis.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { changeSample, removeSample } from '../state/draft-steps.ts'
import { sampleBadges } from '../entities/sample/sample-look.ts'
import { writeWells } from '../../domain/rules/well-ranges.ts'
import styles from './Layout.module.css'
import type { Editor } from './use-editor.ts'

/** List every sample by name, to rename, to find on the plate, to delete. */
export function SampleList(props: { editor: Editor; onShow: (wells: readonly string[]) => void }) {
  const { layout } = props.editor
  if (layout.length === 0) return null
  return (
    <details className={styles.samples} open={layout.length <= 12}>
      <summary>{t('wizard.samples', { count: layout.length })}</summary>
      <ul>
        {layout.map((sample) => (
          <SampleRow
            key={sample.uuid}
            sample={sample}
            editor={props.editor}
            onShow={props.onShow}
          />
        ))}
      </ul>
    </details>
  )
}

function SampleRow(props: {
  sample: Sample
  editor: Editor
  onShow: (wells: readonly string[]) => void
}) {
  const { sample } = props
  const { book, shape } = props.editor
  const [name, setName] = useState<string | null>(null)
  const keep = () => {
    const next = name?.trim()
    if (next && next !== sample.name)
      book.change((layout) => changeSample(layout, sample.uuid, { name: next }))
    setName(null)
  }
  return (
    <li className={styles.sample}>
      <span
        className={styles.badge}
        title={t(`sample.type.${sample.sample_type}`)}
        aria-hidden="true"
      >
        {sampleBadges[sample.sample_type]}
      </span>
      <input
        className={styles.rename}
        aria-label={t('wizard.sample.name', { name: sample.name })}
        value={name ?? sample.name}
        maxLength={120}
        onChange={(event) => setName(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') setName(null)
        }}
      />
      <button
        type="button"
        className={styles.wells}
        onClick={() => props.onShow(sample.coordinates)}
      >
        {sample.coordinates.length > 0 ? (
          <bdi dir="ltr">{writeWells(sample.coordinates, shape)}</bdi>
        ) : (
          <span className={styles.warning}>{t('wizard.sample.noWell')}</span>
        )}
      </button>
      <Button
        kind="plain"
        icon="trash"
        iconOnly
        onClick={() => book.change((layout) => removeSample(layout, sample.uuid))}
      >
        {t('wizard.sample.delete', { name: sample.name })}
      </Button>
    </li>
  )
}
