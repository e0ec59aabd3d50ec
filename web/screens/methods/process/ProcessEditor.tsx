import { type KeyboardEvent, useMemo } from 'react'
import { processRecipeCalls } from '../../../../domain/calls/process-recipes.ts'
import { type ProcessRecipe, processLimits } from '../../../../domain/entities/process-recipe.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import { assumedRampRate } from '../../../../domain/rules/programme.ts'
import { ArchivedBadge } from '../../../entities/method/ArchivedBadge.tsx'
import { whyNot } from '../../../entities/method/why-not.ts'
import { listSwarmChoices } from '../../../entities/method/MigrateForm.tsx'
import { sayPoints, sizeProcess } from '../../../entities/process-recipe/size-process.ts'
import { faultText } from '../../../i18n/faults.ts'
import { formatDuration, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { NumberField } from '../../../parts/form/NumberField.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { ChannelTable } from './ChannelTable.tsx'
import { processOf } from './draft/draft.ts'
import { findDraftProblems } from './draft/find-problems.ts'
import styles from './Editor.module.css'
import { EditorTools } from './EditorTools.tsx'
import { type FieldErrors, fieldId } from './field-id.ts'
import { ProblemList } from './ProblemList.tsx'
import { ProgrammeEditor } from './ProgrammeEditor.tsx'
import { RdmlTools } from './RdmlTools.tsx'
import { StaleDialog } from './StaleDialog.tsx'
import { type EditedRecipe, useRecipe } from './use-recipe.ts'
import { useSaving } from './use-saving.ts'

/** A thermal programme as a picture and a table, its channels, and what is wrong with it, while one types. */
export function ProcessEditor(props: {
  who: string
  /** Null for a new one. */
  record: ProcessRecipe | null
  swarms: readonly Swarm[]
}) {
  const { who, record, swarms } = props
  const recipe = useRecipe(who, record)
  const { draft, editor, act } = recipe
  const why = record
    ? whyNot('process_recipe', 'edit', record)
    : whyNotCall(processRecipeCalls.create)
  const readOnly = why !== null
  const problems = useProblems(recipe)
  const errors = useMemo(() => errorsOf(problems), [problems])
  const isWhole = problems.every(({ field }) => field === 'name')
  const saving = useSaving(recipe)
  return (
    <Page
      title={draft.name.trim() || t('methods.process.new')}
      state={record?.archived === 1 && <ArchivedBadge />}
      facts={factsOf(recipe, record)}
      primary={{
        label: t('methods.save'),
        icon: 'check',
        busy: saving.busy,
        disabledReason: why ?? whyNotSave(recipe, problems),
        onPress: saving.save,
      }}
      menu={<RdmlTools {...{ recipe, isWhole, readOnly }} />}
    >
      <div className={styles.editor} onKeyDown={(event) => pressAnywhere(event, recipe, readOnly)}>
        <Notices recipe={recipe} why={why} others={saving.others} />
        <Identity {...{ recipe, record, swarms, errors, readOnly }} />
        {!readOnly && <EditorTools editor={editor} act={act} />}
        <ProgrammeEditor {...{ editor, act, errors, readOnly }} />
        <div className={styles.beside}>
          <ChannelTable channels={draft.channels} {...{ errors, readOnly, act }} />
          {!readOnly && <ProblemList problems={problems} draft={draft} />}
        </div>
      </div>
      {saving.theirs && (
        <StaleDialog
          mine={draft}
          theirs={saving.theirs}
          onMine={saving.takeMine}
          onTheirs={saving.takeTheirs}
          onClose={saving.leave}
        />
      )}
    </Page>
  )
}

function useProblems({ draft, refused }: EditedRecipe): readonly FaultDetail[] {
  const found = useMemo(() => findDraftProblems(draft), [draft])
  return useMemo(() => [...found, ...refused], [found, refused])
}

function errorsOf(problems: readonly FaultDetail[]): FieldErrors {
  const errors: Record<string, string> = {}
  for (const problem of problems) {
    const { field = '' } = problem
    errors[field] = [errors[field], faultText(problem)].filter(Boolean).join(' ')
  }
  return errors
}

function whyNotSave(recipe: EditedRecipe, problems: readonly FaultDetail[]): string | null {
  if (problems.length > recipe.refused.length) {
    return t('methods.problemCount', { count: problems.length })
  }
  return recipe.isChanged || recipe.base === null ? null : t('methods.nothingToSave')
}

/** Short facts of the programme as it is now, with what the time assumes. */
function factsOf({ draft }: EditedRecipe, record: ProcessRecipe | null): string[] {
  const size = draft.steps.length > 0 ? sizeProcess(processOf(draft)) : null
  return [
    ...(record ? [t('methods.versionOf', { version: formatNumber(record.version) })] : []),
    t('methods.cyclesOf', { count: sayPoints(size?.cycles) }),
    t('methods.meltOf', { count: sayPoints(size?.meltPoints) }),
    t('methods.timeOf', {
      time: size ? formatDuration(size.seconds) : '–',
      rate: formatNumber(assumedRampRate),
    }),
  ]
}

/** Undo, redo and save, wherever the focus is. */
function pressAnywhere(event: KeyboardEvent, { act }: EditedRecipe, readOnly: boolean): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || readOnly) return
  const key = event.key.toLowerCase()
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
  if (key !== 'z' && !isRedo) return
  event.preventDefault()
  act({ type: isRedo ? 'redo' : 'undo' })
}

function Notices(props: { recipe: EditedRecipe; why: string | null; others: readonly string[] }) {
  const { recipe, why, others } = props
  return (
    <>
      {why && (
        <Notice kind="info" title={t('methods.readOnly')}>
          {why}
        </Notice>
      )}
      {recipe.isRestored && (
        <Notice
          kind="info"
          action={<Button onClick={recipe.discard}>{t('methods.discard')}</Button>}
        >
          {t('methods.restored')}
        </Notice>
      )}
      {!recipe.isKept && <Notice kind="warning">{t('methods.notKept')}</Notice>}
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
    </>
  )
}

function Identity(props: {
  recipe: EditedRecipe
  record: ProcessRecipe | null
  swarms: readonly Swarm[]
  errors: FieldErrors
  readOnly: boolean
}) {
  const { recipe, record, swarms, errors, readOnly } = props
  const { draft, act } = recipe
  // That a new recipe has no name yet is said among the problems only.
  const nameError = record || draft.name !== '' ? errors['name'] : undefined
  return (
    <div className={styles.identity}>
      <Field
        id={fieldId('name')}
        label={t('methods.name')}
        required
        maxLength={120}
        readOnly={readOnly}
        value={draft.name}
        error={nameError}
        onChange={(name) => act({ type: 'set', change: { name } })}
        onBlur={() => act({ type: 'settle' })}
      />
      {!record && (
        <SelectField
          label={t('methods.swarm')}
          value={draft.swarm_uuid ?? 'all'}
          choices={listSwarmChoices(swarms)}
          disabled={readOnly}
          onChange={(value) =>
            act({ type: 'set', change: { swarm_uuid: value === 'all' ? null : value } })
          }
        />
      )}
      <div id={fieldId('process.lid_temperature')} tabIndex={-1}>
        <NumberField
          label={t('methods.lid')}
          unit="°C"
          {...processLimits.lid_temperature}
          disabled={readOnly}
          value={draft.lid_temperature}
          error={errors['process.lid_temperature']}
          onChange={(lid_temperature) => act({ type: 'set', change: { lid_temperature } })}
        />
      </div>
    </div>
  )
}
