import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { notificationCalls, type Reached } from '../../../domain/calls/notifications.ts'
import { isSameJson } from '../../../domain/canonical.ts'
import type { Notification } from '../../../domain/entities/notification.ts'
import { call } from '../../client/call.ts'
import { makeNotificationActs, whyNotWith } from '../../entities/notification/notification-acts.ts'
import { OutgoingBadge } from '../../entities/notification/notification-columns.tsx'
import { language, t } from '../../i18n/intl.ts'
import { type Language, languageCodes, languages } from '../../../domain/catalog/languages.ts'
import { Button } from '../../parts/button/Button.tsx'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { focusFirstFault } from '../../parts/form/focus-first-fault.ts'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Menu } from '../../parts/menu/Menu.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page, type PageAction } from '../../parts/page/Page.tsx'
import { paths } from '../../paths.ts'
import { useActs } from '../../record/use-acts.tsx'
import { whyNotAway } from '../../record/rights.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { type Sending, useSending } from '../../state/use-sending.ts'
import {
  bodyOf,
  draftOf,
  findProblems,
  type NotificationBody,
  type NotificationDraft,
} from './notification-draft.ts'
import { askReached } from './ask-companies.ts'
import styles from './Notifications.module.css'
import { PlanDialog } from './PlanDialog.tsx'
import { ReachedList } from './ReachedList.tsx'
import { RecipientPicker } from './RecipientPicker.tsx'
import { SendDialog } from './SendDialog.tsx'
import { WordCards } from './WordCards.tsx'
import { HeldFields } from '../../parts/form/HeldFields.tsx'

/** Write a notification: recipients, words in every language, who gets it, a try on oneself, and sending. */
export function ComposePage(props: { record: Notification | null; again: () => void }) {
  const [saved, setSaved] = useState(props.record)
  const [draft, setDraft] = useState(() => draftOf(saved, language.peek()))
  const [, navigate] = useLocation()
  const [isSending, setSending] = useState(false)
  const isChanged = !saved || !isSameJson(bodyOf(draft), bodyOf(draftOf(saved, draft.language)))
  const problems = findProblems(draft)
  const sending = useSending([])
  const reached = useReached(saved)
  const [form, leadToFault] = useFaultFocus()
  const save = async () => {
    const body = bodyOf(draft)
    if (problems.size > 0) leadToFault()
    await sending.send(
      problems.size === 0,
      async (opId) => {
        const made = await saveDraft(saved, body, opId)
        setSaved(made)
        showToast('done', t('messages.done.save'))
        if (!saved) navigate(paths.notification(made.uuid), { replace: true })
      },
      [body, saved?.updated_at],
    )
  }
  const primary = choosePrimary({
    saved: isChanged ? null : saved,
    busy: sending.busy,
    reached: reached.value,
    onSave: () => void save(),
    onSend: () => setSending(true),
  })
  return (
    <Page
      title={saved?.title ?? t('messages.new')}
      state={saved && <OutgoingBadge status={saved.status} />}
      primary={primary}
      menu={<Tools saved={saved} isChanged={isChanged} draft={draft} again={props.again} />}
    >
      <form
        ref={form}
        className={styles.page}
        aria-label={saved?.title ?? t('messages.new')}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Failure sending={sending} />
        <Refused record={saved} />
        <HeldFields busy={sending.busy}>
          <RecipientPicker
            recipients={draft.recipients}
            onChange={(recipients) => setDraft({ ...draft, recipients })}
          />
          {saved && !isChanged && <ReachedList reached={reached} draft={draft} />}
          {(!saved || isChanged) && <p className={styles.quiet}>{t('messages.saveFirst')}</p>}
          <Head draft={draft} onChange={setDraft} />
          <WordCards
            draft={draft}
            problems={sending.tried ? problems : none}
            readers={isChanged ? undefined : countReaders(reached.value)}
            onChange={setDraft}
          />
        </HeldFields>
        <Button type="submit" busy={sending.busy}>
          {t('messages.save')}
        </Button>
      </form>
      {isSending && saved && reached.value && (
        <SendDialog
          record={saved}
          reached={reached.value}
          onSent={props.again}
          onClose={() => setSending(false)}
        />
      )}
    </Page>
  )
}

const none: ReadonlyMap<string, string> = new Map()

/** Make what leads to the first field with a fault once that is drawn, mostly below the fold; false, as nothing is sent then. */
function useFaultFocus() {
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked > 0) focusFirstFault(form.current)
  }, [asked])
  return [form, () => setAsked((before) => before + 1)] as const
}

async function saveDraft(
  saved: Notification | null,
  body: NotificationBody,
  opId: string,
): Promise<Notification> {
  if (!saved) return call(notificationCalls.create, { body }, { opId })
  const { uuid: id, updated_at: base } = saved
  return call(notificationCalls.edit, { params: { id }, body: { ...body, base } }, { opId })
}

/** Ask whom the saved recipients come to, again after each save. */
function useReached(saved: Notification | null) {
  const id = saved?.uuid
  const version = saved?.updated_at
  const load = useCallback(
    async (signal: AbortSignal): Promise<Reached | null> =>
      id && version ? askReached(id, signal) : null,
    [id, version],
  )
  return useAnswer(load)
}

function countReaders(reached: Reached | null): ReadonlyMap<Language, number> | undefined {
  if (!reached) return undefined
  const groups = Map.groupBy(reached.people, (one) => one.language ?? 'en')
  return new Map([...groups].map(([code, people]) => [code, people.length]))
}

/** Choose the next step: saving changes, then sending. */
function choosePrimary(given: {
  saved: Notification | null
  busy: boolean
  reached: Reached | null
  onSave: () => void
  onSend: () => void
}): PageAction {
  const { saved, reached } = given
  if (!saved) {
    return { label: t('messages.save'), icon: 'check', busy: given.busy, onPress: given.onSave }
  }
  const nobody = reached?.total === 0 ? t('messages.why.nobody') : null
  return {
    label: t('messages.act.send'),
    icon: 'message',
    disabledReason: whyNotWith(saved, 'send') ?? nobody ?? (reached ? null : t('parts.loading')),
    onPress: given.onSend,
  }
}

function Failure({ sending }: { sending: Sending }) {
  if (sending.others.length === 0) return null
  return <Notice kind="error">{sending.others.join(' ')}</Notice>
}

/** Choose the language of all who get no words of their own. */
function Head(props: { draft: NotificationDraft; onChange: (draft: NotificationDraft) => void }) {
  const { draft, onChange } = props
  return (
    <section className={styles.part}>
      <h2>{t('messages.words.title')}</h2>
      <p className={styles.quiet}>{t('messages.words.hint')}</p>
      <div className={styles.lists}>
        <SelectField
          label={t('messages.form.language')}
          hint={t('messages.form.languageHint')}
          value={draft.language}
          choices={languageCodes.map((value) => ({ value, label: languages[value].name }))}
          onChange={(next) => onChange({ ...draft, language: next as Language })}
        />
        <CheckField
          label={t('messages.form.mustSign')}
          hint={t('messages.form.mustSignHint')}
          checked={draft.mustSign}
          onChange={(mustSign) => onChange({ ...draft, mustSign })}
        />
      </div>
    </section>
  )
}

/** Say why a notification was not sent at its planned time. */
function Refused({ record }: { record: Notification | null }) {
  if (!record?.refused) return null
  return <Notice kind="warning">{t(`messages.refused.${record.refused.why}`)}</Notice>
}

interface ToolsFacts {
  isChanged: boolean
  draft: NotificationDraft
  again: () => void
}

/** Offer what may be done about a draft that was saved once. */
function Tools({ saved, ...facts }: ToolsFacts & { saved: Notification | null }) {
  return saved && <SavedTools record={saved} {...facts} />
}

/** Offer sending at a time, a test to oneself, a copy, and removal. */
function SavedTools(props: ToolsFacts & { record: Notification }) {
  const { record, isChanged } = props
  const [isPlanning, setPlanning] = useState(false)
  const [, navigate] = useLocation()
  const run = useActs(() => undefined)
  const acts = makeNotificationActs(record, {
    onCopy: (copy) => navigate(paths.notification(copy)),
    onDeleted: () => navigate(paths.notifications()),
  })
  const test = {
    id: 'test',
    label: t('messages.act.test'),
    icon: 'bell' as const,
    why: isChanged
      ? t('messages.why.unsaved')
      : (whyNotAway(notificationCalls.test) ?? whyNotWith(record, 'test')),
    send: async (opId: string) => {
      const parts = { params: { id: record.uuid }, body: { language: props.draft.language } }
      await call(notificationCalls.test, parts, { opId })
      return t('messages.done.test')
    },
  }
  const plan = {
    id: 'plan',
    label: t('messages.act.plan'),
    icon: 'clock' as const,
    why: isChanged
      ? t('messages.why.unsaved')
      : (whyNotAway(notificationCalls.plan) ?? whyNotWith(record, 'plan')),
    open: () => setPlanning(true),
  }
  return (
    <>
      <Menu
        items={[plan, test, acts.duplicate, acts.delete].map((act) => ({
          id: act.id,
          label: act.label,
          icon: act.icon,
          danger: act.id === 'delete',
          disabledReason: act.why,
          onPress: () => run.press(act),
        }))}
      />
      {run.failure.length > 0 && <Notice kind="error">{run.failure.join(' ')}</Notice>}
      {run.dialog}
      {isPlanning && (
        <PlanDialog record={record} onPlanned={props.again} onClose={() => setPlanning(false)} />
      )}
    </>
  )
}
