import { useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { userCalls } from '../../../domain/calls/users.ts'
import {
  chosenKinds,
  type MessageChoices,
  messageCategory,
  type MessageWay,
  messageWays,
  readMessageChoices,
  writeMessageChoices,
} from '../../../domain/rules/message-choices.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Fetching } from '../../parts/progress/Fetching.tsx'
import { machineNotices, setMachineNotices } from '../../state/machine-notices.ts'
import { account } from '../../state/session.ts'
import { showChoices } from '../../state/message-choices.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useRecords } from '../../state/use-records.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './MeScreen.module.css'

const loadChoices = async (signal: AbortSignal) =>
  readMessageChoices((await call(userCalls.getSettings, {}, { signal })).settings)

/** Show which messages the account gets, why, and in which way: each kind off, in the tray, or by mail as well. */
export function MessagesSection() {
  const { value, failure, again } = useAnswer(loadChoices)
  return (
    <section className={styles.section} aria-label={t('choices.title')}>
      <h2>{t('choices.title')}</h2>
      {(!value || failure.length > 0) && <Fetching failure={failure} again={again} />}
      {value && <ChoicesForm before={value} />}
    </section>
  )
}

function ChoicesForm({ before }: { before: MessageChoices }) {
  const [choices, setChoices] = useState(before)
  const sending = useSending([])
  const { quiet } = choices
  const isWrong = quiet !== null && (!quiet.from || !quiet.to || quiet.from === quiet.to)
  const ways = messageWays.map((value) => ({ value, label: t(`choices.way.${value}`) }))
  const save = async () => {
    const settings = writeMessageChoices(choices)
    const send = async (opId: string) => {
      await call(
        userCalls.setSettings,
        { params: { key: messageCategory }, body: { settings } },
        { opId },
      )
      showChoices(choices)
      showToast('done', t('choices.saved'))
    }
    await sending.send(!isWrong, send, settings)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      <div>
        <strong>{t('choices.recall')}</strong>
        <p className={styles.quiet}>{t('choices.recallWhy')}</p>
      </div>
      {chosenKinds.map((kind) => (
        <SelectField
          key={kind}
          label={t(`choices.${kind}`)}
          hint={t(`choices.${kind}Why`)}
          value={choices[kind]}
          choices={ways}
          onChange={(way) => setChoices({ ...choices, [kind]: way as MessageWay })}
        />
      ))}
      <SwarmChoice
        chosen={choices.swarms}
        onChange={(swarms) => setChoices({ ...choices, swarms })}
      />
      <MachineChoice />
      <CheckField
        label={t('choices.quiet')}
        hint={t('choices.quietHint')}
        checked={quiet !== null}
        onChange={(on) =>
          setChoices({ ...choices, quiet: on ? { from: '20:00', to: '07:00' } : null })
        }
      />
      {quiet && (
        <div className={styles.pair}>
          {(['from', 'to'] as const).map((end) => (
            <Field
              key={end}
              type="time"
              label={t(`choices.${end}`)}
              value={quiet[end]}
              error={end === 'to' && sending.tried && isWrong ? t('choices.quietMissing') : null}
              onChange={(time) => setChoices({ ...choices, quiet: { ...quiet, [end]: time } })}
            />
          ))}
        </div>
      )}
      <Button type="submit" busy={sending.busy}>
        {t('choices.save')}
      </Button>
    </form>
  )
}

/** Choose the swarms in which other people's runs send messages; for people of several swarms. */
function SwarmChoice(props: {
  chosen: readonly string[] | null
  onChange: (swarms: readonly string[] | null) => void
}) {
  useSignals()
  const { chosen, onChange } = props
  const own = account.value?.swarms ?? []
  if (own.length < 2 && chosen === null) return null
  return (
    <fieldset className={styles.swarms}>
      <legend>{t('choices.swarms')}</legend>
      <p className={styles.quiet}>{t('choices.swarmsHint')}</p>
      <CheckField
        label={t('choices.swarmsAll')}
        checked={chosen === null}
        onChange={(all) => onChange(all ? null : own)}
      />
      {chosen !== null && <SwarmList own={own} chosen={chosen} onChange={onChange} />}
    </fieldset>
  )
}

function SwarmList(props: {
  own: readonly string[]
  chosen: readonly string[]
  onChange: (swarms: readonly string[]) => void
}) {
  const { own, chosen, onChange } = props
  const swarms = (useRecords(swarmEntity) ?? []).filter(({ uuid }) => own.includes(uuid))
  return swarms.map(({ uuid, name }) => (
    <CheckField
      key={uuid}
      label={<bdi>{name}</bdi>}
      checked={chosen.includes(uuid)}
      onChange={(on) => onChange(on ? [...chosen, uuid] : chosen.filter((one) => one !== uuid))}
    />
  ))
}

/** Choose that this browser tells of new messages by itself; it is kept on this machine at once, without saving the form. */
function MachineChoice() {
  const [refusal, setRefusal] = useState<'refused' | 'missing' | null>(null)
  const choose = async (on: boolean) => {
    const answer = await setMachineNotices(on)
    setRefusal(answer === 'done' ? null : answer)
  }
  return (
    <div>
      <CheckField
        label={t('choices.machine')}
        hint={t('choices.machineHint')}
        checked={machineNotices.value}
        onChange={(on) => void choose(on)}
      />
      {refusal && <Notice kind="warning">{t(`choices.machine.${refusal}`)}</Notice>}
    </div>
  )
}
