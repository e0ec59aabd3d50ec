import { useEffect, useId, useRef } from 'react'
import { foundingCalls } from '../../../../domain/calls/foundings.ts'
import {
  fieldsOfStep,
  type Founding,
  type foundingFields,
  type FoundingStep,
  isStepDone,
  stepBefore,
} from '../../../../domain/entities/founding.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { focusFirstFault } from '../../../parts/form/focus-first-fault.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { localTime } from '../../../state/local-time.ts'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from './Founding.module.css'
import { administratorParts, StepFields } from './StepFields.tsx'
import { HeldFields } from '../../../parts/form/HeldFields.tsx'

/** Fields of a step that were typed and are not sent yet. */
export type Draft = Partial<Pick<Founding, keyof typeof foundingFields>>

/** List the fields of a step and their parts, each with its refusal. */
const fieldsAndParts = (step: FoundingStep) =>
  step === 'administrator'
    ? [...fieldsOfStep[step], ...administratorParts.map((part) => `administrator.${part}`)]
    : fieldsOfStep[step]

interface StepFormProps {
  founding: Founding
  step: FoundingStep
  /** True where the step before was carried out just now: the first field gets the focus. */
  takesFocus: boolean
  draft: Draft
  onDraft: (change: (before: Draft) => Draft) => void
  onWritten: (founding: Founding) => void
  onDone: (founding: Founding) => void
  /** Called when sending begins and when it ends. */
  onBusy: (busy: boolean) => void
  again: () => void
}

/** Show the form of a step: it is saved for later, or carried out. */
export function StepForm(props: StepFormProps) {
  const { founding, step, takesFocus, draft, onDraft, onWritten, onDone, onBusy, again } = props
  const sending = useSending(fieldsAndParts(step))
  const form = useRef<HTMLFormElement>(null)
  const keep = useId()
  const typed = { ...founding, ...draft }
  const isOpen = founding.status === 'open' && !isStepDone(founding, step)
  const before = isOpen ? stepBefore(typed, step) : null
  useEffect(() => {
    if (takesFocus) focusFirstField(form.current)
  }, [takesFocus, isOpen])

  const write = async (carry: boolean) => {
    const work = async (opId: string) => {
      const saved = await save(founding, draft, opId)
      onWritten(saved)
      onDraft(() => ({}))
      if (!carry) return showToast('done', t('found.saved'))
      const body = { step, base: saved.updated_at }
      const parts = { params: { id: founding.uuid }, body }
      const next = await call(foundingCalls.step, parts, { opId: `${opId}-step` })
      if (!isStepDone(next, step)) return onWritten(next)
      showToast('done', t('found.done', { step: t(`found.step.${step}`) }))
      onDone(next)
    }
    onBusy(true)
    const isSent = await sending.send(true, work, [founding.updated_at, step, draft, carry])
    onBusy(false)
    if (isSent) return
    // Show what there is now, as another person may have gone on meanwhile.
    again()
    focusFirstFault(form.current)
  }
  return (
    <form
      ref={form}
      className={styles.form}
      tabIndex={-1}
      noValidate
      // Count it with the page, which has what was typed for the other steps as well.
      data-kept=""
      aria-label={t(`found.step.${step}`)}
      onSubmit={(event) => {
        event.preventDefault()
        void write((event.nativeEvent as SubmitEvent).submitter?.id !== keep)
      }}
    >
      <StepState founding={founding} step={step} refusals={sending.others} />
      <HeldFields busy={sending.busy}>
        <StepFields
          founding={typed}
          step={step}
          fixed={!isOpen}
          refused={sending.refused}
          onChange={(change) => onDraft((known) => ({ ...known, ...change }))}
        />
      </HeldFields>
      {isOpen && (
        <Acts
          carry={t(`found.do.${step === 'test' && !typed.test?.device_uuid ? 'skip' : step}`)}
          before={before}
          keep={keep}
          busy={sending.busy}
        />
      )}
    </form>
  )
}

/** Offer to carry a step out, and to keep what was typed for it. */
function Acts(props: { carry: string; before: FoundingStep | null; keep: string; busy: boolean }) {
  const { before, busy } = props
  return (
    <div className={styles.actions}>
      <Button
        type="submit"
        kind="primary"
        busy={busy}
        disabledReason={before && t('found.firstDo', { step: t(`found.step.${before}`) })}
      >
        {props.carry}
      </Button>
      <Button id={props.keep} type="submit" busy={busy}>
        {t('found.save')}
      </Button>
    </div>
  )
}

function focusFirstField(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('input, textarea, select')
  ;(field ?? form)?.focus()
}

/** Show what a step is about, why it was refused, and who has done it. */
function StepState(props: { founding: Founding; step: FoundingStep; refusals: readonly string[] }) {
  const { founding, step, refusals } = props
  const done = founding.done.find((one) => one.step === step)
  return (
    <>
      <h2>{t(`found.step.${step}`)}</h2>
      <p className={styles.quiet}>{t(`found.about.${step}`)}</p>
      {refusals.length > 0 && <Notice kind="error">{refusals.join(' ')}</Notice>}
      {done && (
        <Notice kind="done">
          {t('found.doneBy', { name: done.by_name, at: localTime(done.at, 'minute') })}{' '}
          {t('found.changeThere')}
        </Notice>
      )}
    </>
  )
}

/** Write what was typed; nothing where nothing was. */
async function save(founding: Founding, draft: Draft, opId: string): Promise<Founding> {
  if (Object.keys(draft).length === 0) return founding
  const body = { ...tidy(draft), base: founding.updated_at }
  return call(foundingCalls.edit, { params: { id: founding.uuid }, body }, { opId })
}

/** Leave out the empty lines of lists, which are there while somebody types. */
function tidy(draft: Draft): Draft {
  const lines = (list: readonly string[]) => [
    ...new Set(list.map((line) => line.trim()).filter(Boolean)),
  ]
  return {
    ...draft,
    ...(draft.swarms && { swarms: lines(draft.swarms) }),
    ...(draft.devices && { devices: lines(draft.devices) }),
  }
}
