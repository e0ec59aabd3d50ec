import { useState } from 'react'
import { webhookCalls } from '../../../../domain/calls/webhooks.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import {
  type Webhook,
  webhookEvents,
  webhookFormats,
  type WebhookSettings,
} from '../../../../domain/entities/webhook.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { CopyButton } from '../../../record/OnceSecret.tsx'
import { account } from '../../../state/session.ts'
import { useRecords } from '../../../state/use-records.ts'
import { type Sending, useSending } from '../../../state/use-sending.ts'
import styles from '../Companies.module.css'
import { makeSigningSecret } from './say-delivery.ts'

/** Fewest characters of a signing secret. */
const shortestSecret = 24

type Draft = Omit<WebhookSettings, 'url' | 'secret'> & { url: string; secret: string }

/** Add or change a webhook. Its address and its secret are entered and never shown again. */
export function WebhookDialog(props: {
  before: Webhook | null
  hosts: readonly string[]
  onDone: () => void
  onClose: () => void
}) {
  const { before, hosts, onDone, onClose } = props
  const [draft, setDraft] = useState<Draft>(() => ({
    name: before?.name ?? '',
    format: before?.format ?? 'json',
    events: before?.events ?? [...webhookEvents],
    swarms: before?.swarms ?? null,
    enabled: before?.enabled ?? true,
    url: '',
    secret: '',
  }))
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const sending = useSending(['name', 'url', 'secret', 'events', 'swarms'])
  const { tried, refused } = sending
  const isUrlMissing = draft.url.trim() === '' && before === null
  const isSecretShort = draft.secret !== '' && draft.secret.length < shortestSecret
  const isWhole = isChosen(draft) && !isUrlMissing && !isSecretShort
  const submit = async () => {
    const { url, secret, ...settings } = draft
    const body = {
      ...settings,
      name: settings.name.trim(),
      ...(url.trim() === '' ? {} : { url: url.trim() }),
      ...(secret === '' ? {} : { secret }),
    }
    const save = async (opId: string) => {
      if (!before) return void (await call(webhookCalls.create, { body }, { opId }))
      const params = { id: before.uuid }
      await call(webhookCalls.edit, { params, body: { ...body, seen: before.version } }, { opId })
    }
    if (await sending.send(isWhole, save, body)) onDone()
  }
  return (
    <FormDialog
      title={t(before ? 'webhooks.edit' : 'webhooks.add')}
      submit={t('webhooks.save')}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <NameFields draft={draft} sending={sending} onChange={change} />
      <Field
        label={t('webhooks.url')}
        type="url"
        dir="ltr"
        autoComplete="off"
        maxLength={2000}
        required={before === null}
        placeholder={before ? `https://${before.host}/…` : 'https://'}
        hint={before ? t('webhooks.urlKept') : t('webhooks.urlHint', { hosts: hosts.join(', ') })}
        value={draft.url}
        error={refused['url'] ?? (tried && isUrlMissing ? t('fault.required') : null)}
        onChange={(url) => change({ url })}
      />
      {draft.format === 'json' && (
        <SecretField
          draft={draft}
          signed={before?.signed ?? false}
          error={refused['secret'] ?? (tried && isSecretShort ? t('webhooks.secretShort') : null)}
          onChange={(secret) => change({ secret })}
        />
      )}
      <EventFields draft={draft} sending={sending} onChange={change} />
      <CheckField
        label={t('webhooks.enabled')}
        checked={draft.enabled}
        onChange={(enabled) => change({ enabled })}
      />
    </FormDialog>
  )
}

/** Return true where name, events and swarms are given. */
function isChosen({ name, events, swarms }: Draft): boolean {
  return name.trim() !== '' && events.length > 0 && swarms?.length !== 0
}

function NameFields(props: {
  draft: Draft
  sending: Sending
  onChange: (part: Partial<Draft>) => void
}) {
  const { draft, onChange } = props
  const { tried, refused } = props.sending
  return (
    <>
      <Field
        label={t('webhooks.name')}
        required
        maxLength={120}
        value={draft.name}
        error={refused['name'] ?? (tried && !draft.name.trim() ? t('fault.required') : null)}
        onChange={(name) => onChange({ name })}
      />
      <SelectField
        label={t('webhooks.format')}
        hint={t(`webhooks.formatHint.${draft.format}`)}
        value={draft.format}
        choices={webhookFormats.map((value) => ({ value, label: t(`webhooks.format.${value}`) }))}
        onChange={(value) => onChange({ format: value as Draft['format'] })}
      />
    </>
  )
}

function SecretField(props: {
  draft: Draft
  signed: boolean
  error: string | null
  onChange: (secret: string) => void
}) {
  const { draft, signed, error, onChange } = props
  return (
    <div className={styles.form}>
      <Field
        label={t('webhooks.secret')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        hint={t(signed ? 'webhooks.secretKept' : 'webhooks.secretHint')}
        value={draft.secret}
        error={error}
        onChange={onChange}
      />
      <div className={styles.acts}>
        <Button onClick={() => onChange(makeSigningSecret())}>{t('webhooks.secretMake')}</Button>
        {draft.secret !== '' && <CopyButton text={draft.secret} label={t('webhooks.secretCopy')} />}
      </div>
    </div>
  )
}

/** Choose the events, and the swarms whose runs and devices are meant. */
function EventFields(props: {
  draft: Draft
  sending: Sending
  onChange: (part: Partial<Draft>) => void
}) {
  const { draft, sending, onChange } = props
  const own = account.value?.swarms ?? []
  const swarms = (useRecords(swarmEntity) ?? []).filter(({ uuid }) => own.includes(uuid))
  const put = <Item,>(list: readonly Item[], item: Item, on: boolean) =>
    on ? [...list, item] : list.filter((one) => one !== item)
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{t('webhooks.events')}</legend>
        {webhookEvents.map((event) => (
          <CheckField
            key={event}
            label={t(`webhooks.event.${event}`)}
            checked={draft.events.includes(event)}
            onChange={(on) => onChange({ events: put(draft.events, event, on) })}
          />
        ))}
        {sending.tried && draft.events.length === 0 && (
          <p role="alert" className={styles.error}>
            {t('webhooks.eventsMissing')}
          </p>
        )}
      </fieldset>
      <fieldset className={styles.choices}>
        <legend>{t('webhooks.swarms')}</legend>
        <CheckField
          label={t('webhooks.swarmsAll')}
          checked={draft.swarms === null}
          onChange={(all) => onChange({ swarms: all ? null : swarms.map(({ uuid }) => uuid) })}
        />
        {draft.swarms !== null &&
          swarms.map(({ uuid, name }) => (
            <CheckField
              key={uuid}
              label={<bdi>{name}</bdi>}
              checked={draft.swarms?.includes(uuid) ?? false}
              onChange={(on) => onChange({ swarms: put(draft.swarms ?? [], uuid, on) })}
            />
          ))}
        {sending.tried && draft.swarms?.length === 0 && (
          <p role="alert" className={styles.error}>
            {t('webhooks.swarmsMissing')}
          </p>
        )}
      </fieldset>
    </>
  )
}
