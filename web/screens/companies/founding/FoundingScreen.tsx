import { useCallback, useState } from 'react'
import { foundingCalls } from '../../../../domain/calls/foundings.ts'
import {
  type Founding,
  type FoundingStep,
  foundingSteps,
  isStepDone,
  missingSteps,
} from '../../../../domain/entities/founding.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { FetchingPage } from '../../../parts/page/FetchingPage.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { ReasonDialog } from '../../../record/ReasonDialog.tsx'
import { useUnsaved } from '../../../state/left-behind.ts'
import { localTime } from '../../../state/local-time.ts'
import { usePageName } from '../../../state/page-name.ts'
import { useAnswerAbout } from '../../../state/use-answer.ts'
import styles from './Founding.module.css'
import { type Draft, StepForm } from './StepForm.tsx'

/** Show a founding: its steps, what each is missing, and the form of the chosen one. */
export function FoundingScreen({ params }: { params: Record<string, string | undefined> }) {
  const { uuid = '' } = params
  const load = useCallback(
    (signal: AbortSignal) => call(foundingCalls.get, { params: { id: uuid } }, { signal }),
    [uuid],
  )
  const { value, failure, again } = useAnswerAbout(load)
  // Prefer the answer of a step, which is newer than the first answer.
  const [written, setWritten] = useState<Founding | null>(null)
  const founding = newer(value, written)
  usePageName(founding?.name ?? null)
  if (!founding) return <FetchingPage title={t('nav.founding')} failure={failure} again={again} />
  return <Steps founding={founding} onWritten={setWritten} again={again} />
}

function newer(one: Founding | null, other: Founding | null): Founding | null {
  if (!one || !other || one.uuid !== other.uuid) return one
  return one.updated_at > other.updated_at ? one : other
}

function Steps(props: {
  founding: Founding
  onWritten: (founding: Founding) => void
  again: () => void
}) {
  const { founding, onWritten, again } = props
  const missing = missingSteps(founding)
  const [chosen, setChosen] = useState<FoundingStep>(missing[0] ?? 'company')
  // Give the focus to the next step where one was carried out: its form goes, and the focus with it.
  const [takesFocus, setTakesFocus] = useState(false)
  const [drafts, setDrafts] = useState<Partial<Record<FoundingStep, Draft>>>({})
  useUnsaved(Object.values(drafts).some((draft) => Object.keys(draft).length > 0))
  const [isEnding, setEnding] = useState(false)
  // Write one step at a time, as all are of one record.
  const [isBusy, setBusy] = useState(false)
  const isOpen = founding.status === 'open'
  return (
    <Page
      title={founding.name}
      state={
        <Badge tone={isOpen ? 'accent' : 'neutral'}>{t(`found.status.${founding.status}`)}</Badge>
      }
      facts={[
        t('found.begunBy', {
          name: founding.user_name,
          at: localTime(founding.created_at, 'date'),
        }),
      ]}
      menu={
        isOpen && (
          <Button icon="stop" onClick={() => setEnding(true)}>
            {t(missing.length === 0 ? 'found.finish' : 'found.end')}
          </Button>
        )
      }
    >
      <div className={styles.wizard}>
        <StepList
          founding={founding}
          chosen={chosen}
          isBusy={isBusy}
          onChoose={(step) => {
            setChosen(step)
            setTakesFocus(false)
          }}
        />
        <StepForm
          key={chosen}
          founding={founding}
          step={chosen}
          takesFocus={takesFocus}
          draft={drafts[chosen] ?? {}}
          onDraft={(change) =>
            setDrafts((before) => ({ ...before, [chosen]: change(before[chosen] ?? {}) }))
          }
          onWritten={onWritten}
          onDone={(next) => {
            onWritten(next)
            setChosen(stepAfter(next, chosen))
            setTakesFocus(true)
          }}
          onBusy={setBusy}
          again={again}
        />
      </div>
      {isEnding && (
        <EndDialog founding={founding} onEnded={onWritten} onClose={() => setEnding(false)} />
      )}
    </Page>
  )
}

/** List the steps, each with its state. */
function StepList(props: {
  founding: Founding
  chosen: FoundingStep
  isBusy: boolean
  onChoose: (step: FoundingStep) => void
}) {
  return (
    <nav aria-label={t('found.steps')}>
      <ol className={styles.steps}>
        {foundingSteps.map((step) => (
          <li key={step}>
            <button
              type="button"
              className={styles.step}
              aria-current={step === props.chosen ? 'step' : undefined}
              disabled={props.isBusy}
              onClick={() => props.onChoose(step)}
            >
              <Mark founding={props.founding} step={step} />
              <span>{t(`found.step.${step}`)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** End a founding with a reason: its company stays, or nothing was made yet. */
function EndDialog(props: {
  founding: Founding
  onEnded: (founding: Founding) => void
  onClose: () => void
}) {
  const { founding, onEnded, onClose } = props
  const isWhole = missingSteps(founding).length === 0
  return (
    <ReasonDialog
      ask={{
        title: t('found.endTitle', { name: founding.name }),
        text: t(isStepDone(founding, 'company') ? 'found.endText' : 'found.dropText'),
        submit: t(isWhole ? 'found.finish' : 'found.end'),
        reason: 'may',
      }}
      send={async (opId, reason) => {
        const parts = { params: { id: founding.uuid }, body: reason ? { reason } : {} }
        onEnded(await call(foundingCalls.end, parts, { opId }))
      }}
      onClose={onClose}
    />
  )
}

/** Return the next step that is missing: behind this one, else from the beginning. */
function stepAfter(founding: Founding, step: FoundingStep): FoundingStep {
  const missing = missingSteps(founding)
  const later = foundingSteps.slice(foundingSteps.indexOf(step) + 1)
  return later.find((one) => missing.includes(one)) ?? missing[0] ?? step
}

/** Draw the state of a step: done, waiting for devices, or open. */
function Mark({ founding, step }: { founding: Founding; step: FoundingStep }) {
  const isDone = isStepDone(founding, step)
  const isWaiting = !isDone && step === 'devices' && founding.waiting.length > 0
  const state = isDone ? 'done' : isWaiting ? 'waiting' : 'open'
  return (
    <span className={styles.mark} data-state={state}>
      {isDone && <Icon name="check" size={14} />}
      {isWaiting && <Icon name="clock" size={14} />}
      <span className="visually-hidden">{t(`found.state.${state}`)}</span>
    </span>
  )
}
