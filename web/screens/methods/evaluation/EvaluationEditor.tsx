import { type ComponentType, useCallback, useMemo, useState } from 'react'
import { evaluationRecipeCalls } from '../../../../domain/calls/evaluation-recipes.ts'
import type { Evaluation, EvaluationRecipe } from '../../../../domain/entities/evaluation-recipe.ts'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { findDifferences } from '../../../entities/evaluation-recipe/find-differences.ts'
import { sayAssay } from '../../../entities/evaluation-recipe/say-values.ts'
import { whyNot } from '../../../entities/method/why-not.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { whyNotCall } from '../../../record/rights.ts'
import { EditingPage, useErrors } from '../editing/EditingPage.tsx'
import { NameAndSwarm } from '../editing/NameAndSwarm.tsx'
import { ProblemList } from '../editing/ProblemList.tsx'
import type { Difference } from '../editing/StaleDialog.tsx'
import { useEdited, useFirstContent } from '../editing/use-edited.ts'
import { type Draft, evaluationOf } from './draft/draft.ts'
import { type EditedEvaluation, evaluationDraft } from './draft/evaluation-draft.ts'
import { findDraftProblems } from './draft/find-problems.ts'
import styles from './Evaluation.module.css'
import { nameField, type SentenceId, sentenceOf } from './fields.ts'
import { RunSentences, TargetSentences } from './Sentences.tsx'
import { EditorTools } from './TargetTools.tsx'

/** Versions that the test bench compares: the saved evaluation, and the draft as it last was without problems. */
export interface BenchVersions {
  /** Null for a new one: each run is beside the method that it ran with. */
  inForce: Evaluation | null
  /** Null as long as a new draft has problems. */
  draft: Evaluation | null
  /** Sets a fixed threshold that is dragged on a chart; null where the draft may not be changed. */
  onThreshold: ((target: string, value: number) => void) | null
}

/** Edit an evaluation as sentences with a form behind each, and show its problems while one types. */
export function EvaluationEditor(props: {
  who: string
  /** Null for a new one. */
  record: EvaluationRecipe | null
  /** Content that a new one begins with. */
  first?: Draft | null
  swarms: readonly Swarm[]
  /** Drawn below the sentences. */
  bench?: ComponentType<BenchVersions>
}) {
  const { who, record, first = null, swarms, bench: Bench } = props
  const recipe = useEdited(evaluationDraft, who, record)
  useFirstContent(recipe, first)
  const { draft, editor, act } = recipe
  const [open, setOpen] = useState<SentenceId | null>(null)
  const why = record
    ? whyNot('evaluation_recipe', 'edit', record)
    : whyNotCall(evaluationRecipeCalls.create)
  const readOnly = why !== null
  const evaluation = useMemo(() => evaluationOf(draft), [draft])
  const problems = useProblems(recipe)
  const errors = useErrors(problems)
  const sound = useLastSound(evaluation, problems) ?? record?.evaluation ?? null
  const onThreshold = useCallback(
    (target: string, value: number) => act({ type: 'threshold', target, value }),
    [act],
  )
  const sentences = {
    form: { draft, errors, act },
    open,
    readOnly,
    faulty: useFaulty(problems),
    onOpen: setOpen,
  }
  return (
    <EditingPage
      edited={recipe}
      record={record}
      newTitle={t('evaluation.new')}
      facts={factsOf(evaluation, record)}
      why={why}
      problems={problems}
      className={styles.editor}
      sayDifferences={sayDifferences}
    >
      <NameAndSwarm isNew={!record} {...{ draft, act, swarms, errors, readOnly }} />
      {!readOnly && <EditorTools editor={editor} act={act} onOpen={setOpen} />}
      <div className={styles.method} onBlur={() => act({ type: 'settle' })}>
        <TargetSentences {...sentences} />
        <RunSentences {...sentences} evaluation={evaluation} />
      </div>
      <div className={styles.beside}>
        {!readOnly && (
          <ProblemList
            problems={problems}
            nameOf={(field) => nameField(field, draft)}
            onGo={(field) => setOpen(sentenceOf(field))}
          />
        )}
        <p className={styles.quiet}>{t('evaluation.keys')}</p>
      </div>
      {Bench && (
        <Bench
          inForce={record?.evaluation ?? null}
          draft={sound}
          onThreshold={readOnly ? null : onThreshold}
        />
      )}
    </EditingPage>
  )
}

function useProblems({ draft, refused }: EditedEvaluation): readonly FaultDetail[] {
  const found = useMemo(() => findDraftProblems(draft), [draft])
  return useMemo(() => [...found, ...refused], [found, refused])
}

/** Return the sentences that have a problem behind them. */
function useFaulty(problems: readonly FaultDetail[]): readonly (SentenceId | null)[] {
  return useMemo(() => problems.map(({ field = '' }) => sentenceOf(field)), [problems])
}

/** Return the evaluation as it last was without problems: half a number is calculated with by nobody. Null before. */
function useLastSound(evaluation: Evaluation, problems: readonly FaultDetail[]): Evaluation | null {
  const [sound, setSound] = useState<Evaluation | null>(null)
  const isSound = problems.every(({ field }) => field === 'name')
  if (isSound && sound !== evaluation) setSound(evaluation)
  return isSound ? evaluation : sound
}

function factsOf(evaluation: Evaluation, record: EvaluationRecipe | null): string[] {
  return [
    ...(record ? [t('methods.versionOf', { version: formatNumber(record.version) })] : []),
    t('evaluation.count', { count: evaluation.targets.length }),
    sayAssay(evaluation),
  ]
}

/** List what differs between two drafts, in the words of the laboratory. */
function sayDifferences(mine: Draft, theirs: Draft): Difference[] {
  const name = { what: t('methods.name'), mine: mine.name, theirs: theirs.name }
  const settings = findDifferences(evaluationOf(mine), evaluationOf(theirs))
  return [
    ...(mine.name === theirs.name ? [] : [name]),
    ...settings.map(({ what, before, after }) => ({ what, mine: before, theirs: after })),
  ]
}
