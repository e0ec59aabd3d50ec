import { useState } from 'react'
import { type ApiKeyEntry, apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { sessionCalls } from '../../../domain/calls/session.ts'
import { isOldInForce, stateOfKey } from '../../../domain/rules/api-key.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { localTime } from '../../state/local-time.ts'
import { showErrors } from '../../state/show-errors.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import styles from './MeScreen.module.css'
import { CopyButton, OnceSecret } from '../../record/OnceSecret.tsx'
import { RotateKeyDialog } from '../../record/RotateKeyDialog.tsx'
import { useAnswer } from '../../state/use-answer.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { useSending } from '../../state/use-sending.ts'

const loadKeys = async (signal: AbortSignal) => {
  const [{ data }, { services }] = await Promise.all([
    call(apiKeyCalls.search, {}, { signal }),
    call(apiKeyCalls.services, {}, { signal }),
  ])
  return { data, services }
}

/** List the keys with which programs act in one's name. */
export function ApiKeysSection() {
  const { value, failure, again } = useAnswer(loadKeys)
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [rotating, setRotating] = useState<ApiKeyEntry | null>(null)
  const [leaving, setLeaving] = useState<ApiKeyEntry | null>(null)
  return (
    <section className={styles.section} aria-label={t('security.keys')}>
      <h2>{t('security.keys')}</h2>
      <p className={styles.quiet}>{t('security.keysText')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      <ul className={styles.list}>
        {value?.data
          .filter(({ use }) => use === null)
          .map((key) => (
            <KeyLine
              key={`${key.uuid} ${key.old_until}`}
              entry={key}
              whose={value.services.find(({ uuid }) => uuid === key.user_uuid)?.name ?? null}
              onChanged={again}
              onRotate={() => setRotating(key)}
              onDelete={() => setLeaving(key)}
            />
          ))}
      </ul>
      <Button icon="plus" onClick={() => setMaking(true)}>
        {t('security.newKey')}
      </Button>
      {making && (
        <CreateKeyDialog
          services={value?.services ?? []}
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false)
            setMade(key)
            again()
          }}
        />
      )}
      {rotating && (
        <RotateKeyDialog
          entry={rotating}
          onClose={() => setRotating(null)}
          onMade={(key) => {
            setRotating(null)
            setMade(key)
            again()
          }}
        />
      )}
      {made && (
        <OnceSecret
          title={t('security.keyMade')}
          text={t('security.keyMadeText')}
          lines={[made]}
          onClose={() => setMade(null)}
        >
          <KeyUse apiKey={made} />
        </OnceSecret>
      )}
      {leaving && (
        <DeleteKeyDialog
          entry={leaving}
          onClose={() => {
            setLeaving(null)
            again()
          }}
        />
      )}
    </section>
  )
}

/** Show a first call with the new key, to copy into a terminal, and a link to the description of all others. */
function KeyUse(props: { apiKey: string }) {
  const command = `curl -H 'Authorization: Bearer ${props.apiKey}' ${location.origin}/v3${sessionCalls.me.path}`
  return (
    <div className={styles.form}>
      <span>{t('security.keyTry')}</span>
      <code className={styles.command} dir="ltr">
        {command}
      </code>
      <span>
        <CopyButton text={command} label={t('security.copyCommand')} />
      </span>
      <a href="/v3/docs" target="_blank" rel="noreferrer">
        {t('security.keyCalls')}
      </a>
    </div>
  )
}

function KeyLine(props: {
  entry: ApiKeyEntry
  /** Service account that it is of; null for the account itself. */
  whose: string | null
  onChanged: () => void
  onRotate: () => void
  onDelete: () => void
}) {
  const { entry, whose, onChanged, onRotate, onDelete } = props
  const [busy, setBusy] = useState(false)
  const [drawnAt] = useState(() => new Date().toISOString())
  const state = stateOfKey(entry, drawnAt)
  const row = state === 'inactive' ? apiKeyCalls.activate : apiKeyCalls.deactivate
  const change = async (row: typeof apiKeyCalls.activate | typeof apiKeyCalls.endOld) => {
    setBusy(true)
    try {
      await call(row, { params: { id: entry.uuid } }, { opId: makeUuid() })
      onChanged()
    } catch (error) {
      showErrors(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.line}>
      <span>
        {entry.description} {whose !== null && <Badge tone="info">{whose}</Badge>}{' '}
        <Badge tone={state === 'active' ? 'accent' : 'neutral'}>{t(`security.key.${state}`)}</Badge>
        <span className={styles.quietLine}>
          <code>{entry.public_key}</code> ·{' '}
          {t('security.keyFacts', {
            until: localTime(entry.expires_at, 'date'),
            used: entry.last_used_at ? localTime(entry.last_used_at, 'date') : t('security.never'),
          })}
          {entry.owner && <> · {t('security.keyOwner', { name: entry.owner.user_name })}</>}
        </span>
        {isOldInForce(entry, drawnAt) && (
          <span className={styles.quietLine}>
            {t('security.oldFacts', {
              until: localTime(entry.old_until ?? '', 'minute'),
              used: entry.old_used_at ? localTime(entry.old_used_at, 'date') : t('security.never'),
            })}{' '}
            <Button busy={busy} onClick={() => void change(apiKeyCalls.endOld)}>
              {t('security.endOld')}
            </Button>
          </span>
        )}
      </span>
      <span className={styles.acts}>
        {state !== 'expired' && (
          <Button busy={busy} onClick={() => void change(row)}>
            {t(state === 'active' ? 'security.deactivate' : 'security.activate')}
          </Button>
        )}
        {state === 'active' && (
          <Button icon="refresh" iconOnly onClick={onRotate}>
            {t('security.rotateKey')}
          </Button>
        )}
        <Button icon="trash" iconOnly onClick={onDelete}>
          {t('security.deleteKey')}
        </Button>
      </span>
    </li>
  )
}

/** Confirm the deletion of a key, which is immediate and final. */
function DeleteKeyDialog({ entry, onClose }: { entry: ApiKeyEntry; onClose: () => void }) {
  const sending = useSending([])
  const submit = async () => {
    const done = await sending.send(true, async () => {
      await call(apiKeyCalls.delete, { params: { id: entry.uuid } }, { opId: makeUuid() })
    })
    if (done) onClose()
  }
  return (
    <FormDialog
      title={t('security.deleteKey')}
      submit={t('security.deleteKey')}
      danger
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('security.deleteKeyText', { description: entry.description })}</p>
    </FormDialog>
  )
}
