import type { Dispatch } from 'react'
import { processLimits } from '../../../../domain/entities/process-recipe.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import type { IconName } from '../../../parts/icon/icon-paths.ts'
import { UndoButtons } from '../editing/UndoButtons.tsx'
import type { Editor, EditorAct } from './draft/editor.ts'
import { type BlockName, blocks } from './draft/steps.ts'
import styles from './Editor.module.css'

const icons: Record<BlockName, IconName> = {
  step: 'plus',
  cycles: 'refresh',
  melt: 'curve',
  pause: 'clock',
  lidOpen: 'box',
}

/** Offer buttons to add steps after the selected one, and undo. */
export function EditorTools({ editor, act }: { editor: Editor; act: Dispatch<EditorAct> }) {
  const { present } = editor.history
  const room = processLimits.steps - present.steps.length
  return (
    <div className={styles.bar} role="group" aria-label={t('methods.tools')}>
      {(Object.keys(blocks) as BlockName[]).map((block) => (
        <Button
          key={block}
          icon={icons[block]}
          disabledReason={
            blocks[block].length > room ? t('methods.full', { most: processLimits.steps }) : null
          }
          onClick={() => act({ type: 'insert', block })}
        >
          {t(`methods.add.${block}`)}
        </Button>
      ))}
      <UndoButtons history={editor.history} act={act} />
    </div>
  )
}
