import { memo } from 'react'
import type { Evaluation } from '../../../../domain/entities/evaluation-recipe.ts'
import {
  type RunTopic,
  runTopics,
  sayRun,
  sayTarget,
  targetTopics,
} from '../../../entities/evaluation-recipe/say-evaluation.ts'
import { WavelengthLine } from '../../../entities/process-recipe/ProgrammePicture.tsx'
import { t } from '../../../i18n/intl.ts'
import { closeTarget, type DraftTarget } from './draft/draft.ts'
import styles from './Evaluation.module.css'
import type { SentenceId } from './fields.ts'
import type { Form } from './Inputs.tsx'
import { RunForm } from './RunForm.tsx'
import { Sentence } from './Sentence.tsx'
import { TargetForm } from './TargetForm.tsx'
import { type Act, TargetTools } from './TargetTools.tsx'

interface SentencesProps {
  form: Form
  /** The one whose form is open. */
  open: SentenceId | null
  faulty: readonly (SentenceId | null)[]
  readOnly: boolean
  onOpen: (id: SentenceId | null) => void
}

/** List the targets, each with its sentences. */
export function TargetSentences(props: SentencesProps) {
  const { form, open, faulty } = props
  const { targets, assay } = form.draft.evaluation
  return (
    <>
      {targets.length === 0 && <p className={styles.none}>{t('evaluation.noTargets')}</p>}
      {targets.map((target, at) => {
        const own = `targets.${at}.`
        const isOpen = open?.startsWith(own) ?? false
        return (
          <TargetPart
            key={at}
            at={at}
            count={targets.length}
            target={target}
            kind={assay.kind}
            form={isOpen ? form : null}
            open={isOpen ? open : null}
            faulty={faulty.filter((id) => id?.startsWith(own)).join(' ')}
            readOnly={props.readOnly}
            act={form.act}
            onOpen={props.onOpen}
          />
        )
      })}
    </>
  )
}

/** One target. Drawn again only when something of its own changes. */
const TargetPart = memo(function TargetPart(props: {
  at: number
  count: number
  target: DraftTarget
  kind: 'pcr' | 'isothermal'
  /** Null while no form of it is open. */
  form: Form | null
  open: SentenceId | null
  /** Its sentences with problems, parted by spaces. */
  faulty: string
  readOnly: boolean
  act: Act
  onOpen: (id: SentenceId | null) => void
}) {
  const { at, target, kind, form, readOnly } = props
  const name = target.name || String(at + 1)
  const rule = closeTarget(target)
  const faulty = props.faulty.split(' ')
  return (
    <section className={styles.part} aria-label={t('evaluation.target', { name })}>
      <header className={styles.head}>
        <h2>
          <WavelengthLine name={target.channel} />
          {target.name || t('evaluation.target', { name })}
        </h2>
        {!readOnly && <TargetTools {...props} name={name} />}
      </header>
      <ul className={styles.sentences}>
        {targetTopics.map((topic) => {
          const id: SentenceId = `targets.${at}.${topic}`
          const isOpen = props.open === id
          return (
            <Sentence
              key={topic}
              id={id}
              topic={topic}
              text={sayTarget(rule, topic, kind)}
              variant={topic === 'cq' ? rule.cq_method : undefined}
              isOpen={isOpen}
              isFaulty={faulty.includes(id)}
              readOnly={readOnly}
              onOpen={props.onOpen}
            >
              {isOpen && form && (
                <TargetForm topic={topic} form={form} field={`evaluation.targets.${at}`} />
              )}
            </Sentence>
          )
        })}
      </ul>
    </section>
  )
})

/** Return the choice that the picture of a sentence shows. */
function variantOf({ assay, quantification }: Evaluation, topic: RunTopic): string | undefined {
  if (topic === 'assay') return assay?.kind
  return topic === 'quantification' ? quantification?.method : undefined
}

/** List the sentences of the whole run. */
export function RunSentences(props: SentencesProps & { evaluation: Evaluation }) {
  const { form, evaluation, open, faulty, readOnly, onOpen } = props
  return (
    <section className={styles.part} aria-label={t('evaluation.wholeRun')}>
      <header className={styles.head}>
        <h2>{t('evaluation.wholeRun')}</h2>
      </header>
      <ul className={styles.sentences}>
        {runTopics.map((topic) => (
          <Sentence
            key={topic}
            id={topic}
            topic={topic}
            text={sayRun(evaluation, topic)}
            variant={variantOf(evaluation, topic)}
            isOpen={open === topic}
            isFaulty={faulty.includes(topic)}
            readOnly={readOnly}
            onOpen={onOpen}
          >
            {open === topic && <RunForm topic={topic} form={form} />}
          </Sentence>
        ))}
      </ul>
    </section>
  )
}
