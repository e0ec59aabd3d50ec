import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { diffLayouts } from '../../state/layout-steps/diff.ts'
import type { CopiedBlock } from '../copy-wells.ts'
import type { Preview, ToolName } from '../use-tool.ts'
import { DilutionForm } from './DilutionForm.tsx'
import { PasteForm } from './PasteForm.tsx'
import { ReplicatesForm } from './ReplicatesForm.tsx'
import { SeriesForm } from './SeriesForm.tsx'
import type { ToolContext } from './tool-context.ts'
import { TransformForm } from './TransformForm.tsx'
import styles from './Tools.module.css'

/**
 * Show the choices of a step, in the place of the inspector, while the plate shows its preview. Enter applies it,
 * Escape changes nothing.
 */
export function ToolPanel(props: {
  tool: ToolName
  text: string
  /** Returns the block copied on this page, when the text is its own. */
  blockOf: (text: string) => CopiedBlock | null
  context: ToolContext
  preview: Preview | null
  onApply: () => void
  onLeave: () => void
}) {
  const { tool, context, preview } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input:checked, input, textarea')
    first?.focus()
    // Select the text, so that typing replaces it: a 2 after the 3 would be 32.
    if (first instanceof HTMLInputElement && first.type !== 'radio') first.select()
  }, [tool])
  const isNothing = !preview || diffOf(preview, context).wells.size === 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    props.onLeave()
  }
  return (
    <form
      ref={form}
      className={styles.panel}
      aria-label={t(`wizard.tool.${tool}`)}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isNothing) props.onApply()
      }}
    >
      <h3>{t(`wizard.tool.${tool}`)}</h3>
      {formOf(props)}
      <PreviewNote context={context} preview={preview} />
      <div className={styles.buttons}>
        <Button
          type="submit"
          kind="primary"
          icon="check"
          disabledReason={isNothing ? t('wizard.preview.nothing') : null}
        >
          {t('wizard.preview.apply')}
        </Button>
        <Button kind="plain" onClick={props.onLeave}>
          {t('parts.cancel')}
        </Button>
      </div>
    </form>
  )
}

function formOf(props: Parameters<typeof ToolPanel>[0]): ReactNode {
  const { context } = props
  switch (props.tool) {
    case 'series':
      return <SeriesForm context={context} />
    case 'replicates':
      return <ReplicatesForm context={context} />
    case 'dilution':
      return <DilutionForm context={context} />
    case 'transform':
      return <TransformForm context={context} />
    case 'paste':
      return <PasteForm context={context} text={props.text} blockOf={props.blockOf} />
  }
}

/** Describe the preview in figures, for screen readers as it changes. */
function PreviewNote({ context, preview }: { context: ToolContext; preview: Preview | null }) {
  const { wells, unplaced } = preview
    ? diffOf(preview, context)
    : { wells: new Map<number, never>(), unplaced: [] }
  const changes = [...wells.values()]
  const count = (kind: string) => changes.filter((one) => one === kind).length
  return (
    <div className={styles.note} role="status">
      <p>
        {t('wizard.preview.wells', {
          added: count('new'),
          changed: count('changed'),
          emptied: count('gone'),
        })}
      </p>
      {preview !== null && preview.fallen > 0 && (
        <p className={styles.warning}>{t('wizard.preview.fallen', { count: preview.fallen })}</p>
      )}
      {unplaced.length > 0 && (
        <p className={styles.warning}>
          {t('wizard.preview.unplaced', {
            count: unplaced.length,
            names: unplaced
              .slice(0, 3)
              .map(({ name }) => name)
              .join(', '),
          })}
        </p>
      )}
    </div>
  )
}

function diffOf(preview: Preview, { layout, shape }: ToolContext) {
  return diffLayouts(layout, preview.layout, shape)
}
