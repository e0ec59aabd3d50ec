import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { analysisCalls } from '../../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { mostMentions, type NewComment } from '../../../../../domain/entities/well-comment.ts'
import { seenLength } from '../../../../../domain/rules/plain-text.ts'
import { refuseComment } from '../../../../../domain/rules/well-comment.ts'
import { call } from '../../../../client/call.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Field } from '../../../../parts/form/Field.tsx'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../../../parts/form/TextAreaField.tsx'
import { useOpenWork } from '../../../../state/open-work.ts'
import { editAnalysis } from '../../../../state/outbox.ts'
import { useAnswer } from '../../../../state/use-answer.ts'
import { useSending } from '../../../../state/use-sending.ts'
import styles from './Comments.module.css'
import { findPeople, mentionedIn, type Mentionable, putName, readTyped } from './mentions.ts'
import { HeldFields } from '../../../../parts/form/HeldFields.tsx'

const nobody: readonly Mentionable[] = []

/** Write a comment on a well. It is kept on this machine at once, and sent when the service answers. */
export function CommentForm(props: {
  record: Analysis
  /** Well that the comment is about; empty where none or several are selected. */
  well: string
  onWell: (well: string) => void
  text: string
  onText: (text: string) => void
}) {
  const { record, well, text, onText: setText } = props
  const [target, setTarget] = useState('')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const people = usePeople(record.uuid)
  const sending = useSending(['well', 'text'])
  useOpenWork(text !== '')
  const about = { well: well.trim().toUpperCase(), target: target || null }
  const isWell = refuseComment(record, about) !== 'well'
  const isSaid = seenLength(text) > 0
  const mentioned = mentionedIn(text, people, picked)
  const isCrowd = mentioned.length > mostMentions
  const send = async () => {
    const mentions = mentioned.map(({ uuid }) => uuid)
    const comment: NewComment = { uuid: makeUuid(), ...about, text: text.trim(), mentions }
    const done = await sending.send(isWell && isSaid && !isCrowd, async () => {
      await editAnalysis(record.uuid, [{ field: 'comments', from: null, to: [comment] }])
    })
    if (!done) return
    setText('')
    setPicked(new Set())
  }
  return (
    <form
      className={styles.form}
      data-kept=""
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <HeldFields busy={sending.busy}>
        <AboutFields
          {...props}
          target={target}
          error={sending.tried && !isWell ? t('comments.well.needed') : null}
          onTarget={setTarget}
        />
        <MentionText
          text={text}
          people={people}
          error={
            isCrowd
              ? t('comments.crowd', { count: mostMentions })
              : sending.tried && !isSaid
                ? t('comments.text.needed')
                : null
          }
          onChange={setText}
          onPick={({ uuid }) => setPicked(new Set([...picked, uuid]))}
          onSend={() => void send()}
        />
      </HeldFields>
      <div className={styles.end}>
        <p className={styles.told} role="status">
          {mentioned.length > 0 &&
            t('comments.told', { names: mentioned.map(({ name }) => name).join(', ') })}
        </p>
        <Button type="submit" icon="message" busy={sending.busy}>
          {t('comments.send')}
        </Button>
      </div>
      {sending.others.length > 0 && <p role="alert">{sending.others.join(' ')}</p>}
    </form>
  )
}

/** Choose the well and the target that a comment is about. */
function AboutFields(props: {
  record: Analysis
  well: string
  target: string
  error: string | null
  onWell: (well: string) => void
  onTarget: (target: string) => void
}) {
  const { targets } = props.record.method.evaluation
  return (
    <div className={styles.about}>
      <Field
        label={t('comments.well')}
        value={props.well}
        dir="ltr"
        maxLength={4}
        autoComplete="off"
        error={props.error}
        onChange={props.onWell}
      />
      <SelectField
        label={t('comments.target')}
        value={props.target}
        choices={[
          { value: '', label: t('comments.target.all') },
          ...targets.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={props.onTarget}
      />
    </div>
  )
}

/** Ask whom a comment may mention; without network those of the last answer, or nobody. */
function usePeople(uuid: string): readonly Mentionable[] {
  const load = useCallback(
    (signal: AbortSignal) =>
      call(analysisCalls.mentionable, { params: { id: uuid } }, { signal, background: true }),
    [uuid],
  )
  return useAnswer(load).value ?? nobody
}

/** Enter the text; an `@` offers the people who can be mentioned, by pointer or with the arrow keys. */
function MentionText(props: {
  text: string
  people: readonly Mentionable[]
  error: string | null
  onChange: (text: string) => void
  onPick: (person: Mentionable) => void
  onSend: () => void
}) {
  const { text, people, onChange, onPick } = props
  const box = useRef<HTMLDivElement>(null)
  const hint = useId()
  const [caret, setCaret] = useState(0)
  const area = () => box.current?.querySelector('textarea') ?? null
  const typed = readTyped(text, caret)
  const offered = typed ? findPeople(people, typed.typed) : []
  const follow = () => setCaret(area()?.selectionEnd ?? 0)
  const pick = (person: Mentionable) => {
    if (!typed) return
    const put = putName(text, typed, person.name)
    onChange(put.text)
    onPick(person)
    setCaret(put.caret)
    requestAnimationFrame(() => {
      area()?.focus()
      area()?.setSelectionRange(put.caret, put.caret)
      // Set the caret by the place that the press on the name has read before.
      setCaret(put.caret)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('[data-person]') ?? [])]
    const at = buttons.indexOf(event.target as HTMLElement)
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      props.onSend()
    } else if (event.key === 'ArrowDown' && buttons.length > 0) {
      event.preventDefault()
      buttons[Math.min(at + 1, buttons.length - 1)]?.focus()
    } else if (event.key === 'ArrowUp' && at >= 0) {
      event.preventDefault()
      if (at === 0) area()?.focus()
      else buttons[at - 1]?.focus()
    } else if (event.key === 'Escape' && at >= 0) {
      event.stopPropagation()
      area()?.focus()
    }
  }
  return (
    <div ref={box} className={styles.box} onKeyDown={onKeyDown} onKeyUp={follow} onClick={follow}>
      <TextAreaField
        label={t('comments.text')}
        hint={t('comments.text.hint')}
        value={text}
        rows={3}
        maxLength={1000}
        error={props.error}
        onChange={(next) => {
          onChange(next)
          follow()
        }}
      />
      {offered.length > 0 && (
        <div className={styles.people} role="group" aria-labelledby={hint}>
          <span id={hint} className={styles.quiet}>
            {t('comments.people')}
          </span>
          {offered.map((person) => (
            <Button key={person.uuid} data-person="" onClick={() => pick(person)}>
              <bdi>{person.name}</bdi>
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
