import { useMemo } from 'react'
import { processRecipeCalls } from '../../../../domain/calls/process-recipes.ts'
import { type ProcessRecipe, processLimits } from '../../../../domain/entities/process-recipe.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import { assumedRampRate } from '../../../../domain/rules/programme.ts'
import { whyNot } from '../../../entities/method/why-not.ts'
import { sayPoints, sizeProcess } from '../../../entities/process-recipe/size-process.ts'
import { formatDuration, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { NumberField } from '../../../parts/form/NumberField.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { EditingPage, useErrors } from '../editing/EditingPage.tsx'
import { fieldId } from '../editing/field-id.ts'
import { NameAndSwarm } from '../editing/NameAndSwarm.tsx'
import { ProblemList } from '../editing/ProblemList.tsx'
import { useEdited, useFirstContent } from '../editing/use-edited.ts'
import { ChannelTable } from './ChannelTable.tsx'
import { type Draft, processOf } from './draft/draft.ts'
import { findDraftProblems } from './draft/find-problems.ts'
import { type EditedRecipe, processDraft } from './draft/process-draft.ts'
import styles from './Editor.module.css'
import { EditorTools } from './EditorTools.tsx'
import { ProgrammeEditor } from './ProgrammeEditor.tsx'
import { RdmlTools } from './RdmlTools.tsx'
import { nameField, sayDifferences } from './say-draft.ts'

/** Edit a thermal programme as a picture and a table, with its channels, and show its problems while one types. */
export function ProcessEditor(props: {
  who: string
  /** Null for a new one. */
  record: ProcessRecipe | null
  /** Content that a new one begins with. */
  first?: Draft | null
  swarms: readonly Swarm[]
}) {
  const { who, record, first = null, swarms } = props
  const recipe = useEdited(processDraft, who, record)
  useFirstContent(recipe, first)
  const { draft, editor, act } = recipe
  const why = record
    ? whyNot('process_recipe', 'edit', record)
    : whyNotCall(processRecipeCalls.create)
  const readOnly = why !== null
  const problems = useProblems(recipe)
  const errors = useErrors(problems)
  const isWhole = problems.every(({ field }) => field === 'name')
  return (
    <EditingPage
      edited={recipe}
      record={record}
      newTitle={t('methods.process.new')}
      facts={factsOf(draft, record)}
      why={why}
      problems={problems}
      menu={<RdmlTools {...{ recipe, isWhole, readOnly }} />}
      className={styles.editor}
      sayDifferences={sayDifferences}
    >
      <NameAndSwarm isNew={!record} {...{ draft, act, swarms, errors, readOnly }}>
        <div id={fieldId('process.lid_temperature')} tabIndex={-1}>
          <NumberField
            label={t('methods.lid')}
            unit="°C"
            {...processLimits.lid_temperature}
            disabled={readOnly}
            value={draft.lid_temperature}
            error={errors['process.lid_temperature']}
            onTyped={(lid_temperature) => act({ type: 'set', change: { lid_temperature } })}
          />
        </div>
      </NameAndSwarm>
      {!readOnly && <EditorTools editor={editor} act={act} />}
      <ProgrammeEditor {...{ editor, act, errors, readOnly }} />
      <div className={styles.beside}>
        <ChannelTable channels={draft.channels} {...{ errors, readOnly, act }} />
        {!readOnly && (
          <ProblemList problems={problems} nameOf={(field) => nameField(field, draft)} />
        )}
      </div>
    </EditingPage>
  )
}

function useProblems({ draft, refused }: EditedRecipe): readonly FaultDetail[] {
  const found = useMemo(() => findDraftProblems(draft), [draft])
  return useMemo(() => [...found, ...refused], [found, refused])
}

/** Return short facts of the programme as it is now, with what the time assumes; of an empty new one, what it is a part of. */
function factsOf(draft: Draft, record: ProcessRecipe | null): string[] {
  const version = record ? [t('methods.versionOf', { version: formatNumber(record.version) })] : []
  if (draft.steps.length === 0) return record ? version : [t('methods.process.half')]
  const size = sizeProcess(processOf(draft))
  return [
    ...version,
    t('methods.cyclesOf', { count: sayPoints(size?.cycles) }),
    t('methods.meltOf', { count: sayPoints(size?.meltPoints) }),
    t('methods.timeOf', {
      time: size ? formatDuration(size.seconds) : '–',
      rate: formatNumber(assumedRampRate),
    }),
  ]
}
