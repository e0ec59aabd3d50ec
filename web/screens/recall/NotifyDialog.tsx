import { useCallback, useState } from 'react'
import { recallCalls, type RecallPerson } from '../../../domain/calls/recalls.ts'
import type { Recall } from '../../../domain/entities/recall.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './Recall.module.css'

/** Show the people whom a recall concerns before anything is sent; each of them gets one notification. */
export function NotifyDialog(props: { recall: Recall; again: () => void; onClose: () => void }) {
  const { uuid: id } = props.recall
  const load = useCallback(
    (signal: AbortSignal) => call(recallCalls.people, { params: { id } }, { signal }),
    [id],
  )
  const { value, failure } = useAnswer(load)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const sending = useSending([])
  const fresh = (value ?? []).filter(({ notified }) => !notified)
  const users = fresh.map(({ uuid }) => uuid).filter((uuid) => !left.has(uuid))
  const toggle = (uuid: string) => {
    const next = new Set(left)
    if (!next.delete(uuid)) next.add(uuid)
    setLeft(next)
  }
  const submit = async () => {
    const notify = async (opId: string) => {
      const body = { users }
      const { deeds } = await call(recallCalls.notify, { params: { id }, body }, { opId })
      showToast('done', t('recall.done.notify', { count: deeds.at(-1)?.count ?? 0 }))
    }
    if (!(await sending.send(users.length > 0, notify, users))) return
    props.again()
    props.onClose()
  }
  return (
    <FormDialog
      title={t('recall.notify.title')}
      submit={t('recall.act.notify')}
      wide
      sending={{ busy: sending.busy, others: users.length > 0 ? sending.others : [] }}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <p>{t('recall.notify.text')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {!value && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {value?.length === 0 && <p>{t('recall.notify.none')}</p>}
      {value && value.length > 0 && (
        <fieldset>
          <legend>{t('recall.notify.people')}</legend>
          <div className={styles.found}>
            {value.map((person) => (
              <Person
                key={person.uuid}
                person={person}
                chosen={!person.notified && !left.has(person.uuid)}
                onToggle={() => toggle(person.uuid)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {sending.tried && users.length === 0 && <p role="alert">{t('recall.notify.chooseFirst')}</p>}
    </FormDialog>
  )
}

function Person(props: { person: RecallPerson; chosen: boolean; onToggle: () => void }) {
  const { name, roles, language, notified } = props.person
  const words = notified
    ? [t('recall.notify.told')]
    : [...roles.map((role) => t(`recall.role.${role}`)), language]
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={props.chosen} disabled={notified} onChange={props.onToggle} />
      <bdi>{name}</bdi>
      <span>{words.join(' · ')}</span>
    </label>
  )
}
