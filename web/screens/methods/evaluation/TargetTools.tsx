import type { Dispatch } from 'react'
import { flushSync } from 'react-dom'
import type { WavelengthName } from '../../../../domain/catalog/wavelengths.ts'
import { evaluationLimits } from '../../../../domain/entities/evaluation-recipe.ts'
import { seenWavelengths } from '../../../entities/process-recipe/seen-wavelengths.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import type { CommonAct } from '../editing/draft-kind.ts'
import { fieldId, focusField } from '../editing/field-id.ts'
import { UndoButtons } from '../editing/UndoButtons.tsx'
import { type Draft, type DraftTarget, makeTarget } from './draft/draft.ts'
import type { Editor, EvaluationAct } from './draft/editor.ts'
import styles from './Evaluation.module.css'
import type { SentenceId } from './fields.ts'

export type Act = Dispatch<EvaluationAct | CommonAct<Draft>>

/** Say why there is no room for another target; null where there is. */
function whyNotAdd(count: number): string | null {
  const most = evaluationLimits.targets
  return count < most ? null : t('evaluation.full', { most })
}

/** Return the first channel that no target is read in; with all taken, the first of all. */
function freeChannel(targets: readonly DraftTarget[]): WavelengthName | undefined {
  const all = seenWavelengths()
  return all.find((name) => targets.every(({ channel }) => channel !== name)) ?? all[0]
}

interface ToolsProps {
  act: Act
  /** Targets that are there. */
  count: number
  onOpen: (id: SentenceId | null) => void
}

/** Add a target at the end, and put the focus on its name. */
function addTarget({ act, count, onOpen }: ToolsProps, target: DraftTarget): void {
  flushSync(() => {
    act({ type: 'add', target })
    onOpen(`targets.${count}.identity`)
  })
  focusField(`evaluation.targets.${count}.name`)
}

/** Offer a button for another target, and undo. */
export function EditorTools({
  editor,
  act,
  onOpen,
}: Omit<ToolsProps, 'count'> & { editor: Editor }) {
  const { targets, assay } = editor.history.present.evaluation
  const count = targets.length
  return (
    <div className={styles.bar} role="group" aria-label={t('methods.tools')}>
      <Button
        id={fieldId('evaluation.targets')}
        icon="plus"
        disabledReason={whyNotAdd(count)}
        onClick={() =>
          addTarget({ act, count, onOpen }, makeTarget(assay.kind, freeChannel(targets)))
        }
      >
        {t('evaluation.addTarget')}
      </Button>
      <UndoButtons history={editor.history} act={act} />
    </div>
  )
}

/** Copy and remove one target. */
export function TargetTools(props: ToolsProps & { target: DraftTarget; at: number; name: string }) {
  const { act, onOpen, target, at, name } = props
  return (
    <span className={styles.tools}>
      <Button
        icon="copy"
        kind="plain"
        iconOnly
        disabledReason={whyNotAdd(props.count)}
        onClick={() => addTarget(props, { ...target, name: '' })}
      >
        {t('evaluation.copyTarget', { name })}
      </Button>
      <Button
        icon="trash"
        kind="plain"
        iconOnly
        onClick={() => {
          act({ type: 'remove', at })
          onOpen(null)
        }}
      >
        {t('evaluation.removeTarget', { name })}
      </Button>
    </span>
  )
}
