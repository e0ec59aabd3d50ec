import { useCallback, useId, useState } from 'react'
import { Link } from 'wouter'
import { handOverCalls, type OpenWork } from '../../../domain/calls/hand-over.ts'
import { type User, user as userEntity } from '../../../domain/entities/user.ts'
import { daysAfterHandOver } from '../../../domain/rules/api-key.ts'
import { call } from '../../client/call.ts'
import { faultText } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Fetching } from '../../parts/progress/Fetching.tsx'
import { recordPath } from '../../paths.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { resyncRecords } from '../../state/records.ts'
import { showErrors } from '../../state/show-errors.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useRecords } from '../../state/use-records.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './SignInPart.module.css'

/**
 * List the work that a person would leave open, and hand it over to somebody who may carry it on.
 * @param props.always says so too where there is none.
 */
export function OpenWorkPart({ user, always = false }: { user: User; always?: boolean }) {
  const { uuid: id, name } = user
  const title = useId()
  const [to, setTo] = useState('')
  const load = useCallback(
    (signal: AbortSignal) => {
      const query = to === '' ? {} : { to }
      return call(handOverCalls.openWork, { params: { id }, query }, { signal })
    },
    [id, to],
  )
  const { value, failure, again } = useAnswer(load)
  const isEmpty = value !== null && value.works.length === 0 && value.hidden === 0
  if (!always && (isEmpty || (value === null && failure.length === 0))) return null
  return (
    <section className={styles.part} aria-labelledby={title}>
      <h3 id={title}>{t('people.work.title')}</h3>
      {(!value || failure.length > 0) && <Fetching failure={failure} again={again} />}
      {isEmpty && <p>{t('people.work.none', { name })}</p>}
      {value && value.works.length > 0 && (
        <Works works={value.works} user={user} to={to} onTo={setTo} again={again} />
      )}
      {value && value.hidden > 0 && (
        <Notice kind="info">{t('people.work.hidden', { count: value.hidden })}</Notice>
      )}
    </section>
  )
}

function Works(props: {
  works: readonly OpenWork[]
  user: User
  to: string
  onTo: (uuid: string) => void
  again: () => void
}) {
  const { works, user, to, onTo, again } = props
  const { uuid: id, name } = user
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const sending = useSending([])
  const people = useRecords(userEntity) ?? []
  const others = people.filter(
    ({ uuid, active, service }) => uuid !== id && active === 'Y' && !service,
  )
  const given = works.filter(({ uuid, refusal }) => refusal === null && !left.has(uuid))
  const give = async () => {
    const body = { to, works: given.map(({ kind, uuid }) => ({ kind, uuid })) }
    const work = async (opId: string) => {
      await call(handOverCalls.handOver, { params: { id }, body }, { opId })
    }
    if (!(await sending.send(true, work, body))) return again()
    const keeper = others.find(({ uuid }) => uuid === to)?.name ?? ''
    const back = { label: t('record.undo'), onPress: () => void takeBack(id, body, again) }
    showToast('done', t('people.work.done', { count: given.length, name: keeper }), back)
    resyncRecords()
    return again()
  }
  const why =
    to === '' ? t('people.work.nobody') : given.length === 0 ? t('people.work.nothing') : null
  const toggle = (uuid: string, on: boolean) => {
    const next = new Set(left)
    if (on) next.delete(uuid)
    else next.add(uuid)
    setLeft(next)
  }
  return (
    <>
      <p>{t('people.work.text', { name })}</p>
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      <div className={styles.works}>
        {works.map((work) => (
          <WorkLine
            key={work.uuid}
            work={work}
            isChosen={!left.has(work.uuid)}
            onChange={(on) => toggle(work.uuid, on)}
          />
        ))}
      </div>
      {works.some(({ kind }) => kind === 'user') && (
        <Notice kind="warning">{t('people.work.keysKnown', { days: daysAfterHandOver })}</Notice>
      )}
      <SelectField
        label={t('people.work.to')}
        value={to}
        placeholder={t('people.work.choose')}
        choices={others.map(({ uuid, name: label }) => ({ value: uuid, label }))}
        onChange={onTo}
      />
      <Button busy={sending.busy} disabledReason={why} onClick={() => void give()}>
        {t('people.work.give', { count: given.length })}
      </Button>
    </>
  )
}

function WorkLine(props: {
  work: OpenWork
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}) {
  const { work, isChosen, onChange } = props
  const { kind, uuid, name, refusal } = work
  const path = recordPath(kind, uuid)
  return (
    <div className={styles.line}>
      <CheckField
        label={
          <>
            <bdi>{name}</bdi> <span className={styles.quiet}>{sayWork(work)}</span>
          </>
        }
        checked={isChosen && refusal === null}
        disabled={refusal !== null}
        {...(refusal && { hint: faultText({ code: 'refused', reason: refusal.reason }) })}
        onChange={onChange}
      />
      {path && (
        <Link href={path} aria-label={t('people.work.open', { name })}>
          {t('people.work.show')}
        </Link>
      )}
    </div>
  )
}

function sayWork({ kind, state }: OpenWork): string {
  if (kind === 'notification' || kind === 'email') return t(`people.work.${kind}`)
  return t(`people.work.${state === 'waiting' ? 'plan' : state}`)
}

/** Give the work back to the person who had it. Their access may be off by now, which the service refuses. */
async function takeBack(
  from: string,
  { to, works }: { to: string; works: Pick<OpenWork, 'kind' | 'uuid'>[] },
  again: () => void,
): Promise<void> {
  try {
    const body = { to: from, works }
    await call(handOverCalls.handOver, { params: { id: to }, body }, { opId: makeUuid() })
    resyncRecords()
    again()
  } catch (error) {
    showErrors(error)
  }
}
