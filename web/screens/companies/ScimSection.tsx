import { useState } from 'react'
import { type ApiKeyEntry, apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { type ProviderGroup, scimCalls } from '../../../domain/calls/scim.ts'
import { profile } from '../../../domain/entities/profile.ts'
import { swarm } from '../../../domain/entities/swarm.ts'
import { stateOfKey } from '../../../domain/rules/api-key.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { CopyButton, OnceSecret } from '../../record/OnceSecret.tsx'
import { RotateKeyDialog } from '../../record/RotateKeyDialog.tsx'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useRecord } from '../../state/use-records.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './Companies.module.css'
import { GroupDialog, TokenDialog } from './ScimDialogs.tsx'

const load = (signal: AbortSignal) => call(scimCalls.read, {}, { signal })
const loadKeys = (signal: AbortSignal) => call(apiKeyCalls.search, {}, { signal })

type Open =
  | { is: 'make' }
  | { is: 'made'; token: string }
  | { is: 'rotate' | 'delete'; entry: ApiKeyEntry }
  | { is: 'group'; group: ProviderGroup }

/** Show how an identity provider writes people and groups by SCIM: the address, its tokens, and what each group gives. */
export function ScimSection() {
  const { value, failure, again } = useAnswer(load)
  const keys = useAnswer(loadKeys)
  const [open, setOpen] = useState<Open | null>(null)
  const done = (next: Open | null = null) => {
    setOpen(next)
    again()
    keys.again()
  }
  const tokens = (keys.value?.data ?? []).filter(({ use }) => use === 'scim')
  return (
    <section className={styles.section} aria-label={t('scim.title')}>
      <h2>{t('scim.title')}</h2>
      <p className={styles.quiet}>{t('scim.text')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {value && <Address text={value.base_url} />}
      <Tokens tokens={tokens} onOpen={setOpen} />
      {value && (
        <Groups groups={value.groups} onOpen={(group) => setOpen({ is: 'group', group })} />
      )}
      <Dialogs open={open} onDone={done} onClose={() => setOpen(null)} />
    </section>
  )
}

function Address({ text }: { text: string }) {
  return (
    <div className={styles.form}>
      <span>{t('scim.address')}</span>
      <code className={styles.command} dir="ltr">
        {text}
      </code>
      <span>
        <CopyButton text={text} label={t('provider.copyAddress')} />
      </span>
    </div>
  )
}

function Tokens(props: { tokens: ApiKeyEntry[]; onOpen: (open: Open) => void }) {
  const [drawnAt] = useState(() => new Date().toISOString())
  return (
    <>
      {props.tokens.map((entry) => {
        const state = stateOfKey(entry, drawnAt)
        return (
          <div key={entry.uuid} className={styles.line}>
            <span>
              {entry.description}{' '}
              <Badge tone={state === 'active' ? 'accent' : 'neutral'}>
                {t(`security.key.${state}`)}
              </Badge>
              <span className={styles.quietLine}>
                <code>{entry.public_key}</code> ·{' '}
                {t('security.keyFacts', {
                  until: localTime(entry.expires_at, 'date'),
                  used: entry.last_used_at
                    ? localTime(entry.last_used_at, 'date')
                    : t('security.never'),
                })}
              </span>
            </span>
            <span className={styles.acts}>
              {state === 'active' && (
                <Button
                  icon="refresh"
                  iconOnly
                  onClick={() => props.onOpen({ is: 'rotate', entry })}
                >
                  {t('security.rotateKey')}
                </Button>
              )}
              <Button icon="trash" iconOnly onClick={() => props.onOpen({ is: 'delete', entry })}>
                {t('scim.endToken')}
              </Button>
            </span>
          </div>
        )
      })}
      <div className={styles.acts}>
        <Button icon="plus" onClick={() => props.onOpen({ is: 'make' })}>
          {t('scim.makeToken')}
        </Button>
      </div>
    </>
  )
}

function Groups(props: { groups: ProviderGroup[]; onOpen: (group: ProviderGroup) => void }) {
  return (
    <>
      <h3>{t('scim.groups')}</h3>
      {props.groups.length === 0 && <p className={styles.quiet}>{t('scim.noGroups')}</p>}
      {props.groups.map((group) => (
        <div key={group.uuid} className={styles.line}>
          <span>
            {group.display_name}
            <span className={styles.quietLine}>
              {t('scim.members', { count: group.members })} · <Given group={group} />
            </span>
          </span>
          <Button onClick={() => props.onOpen(group)}>{t('scim.choose')}</Button>
        </div>
      ))}
    </>
  )
}

/** Name what a group gives. */
function Given({ group }: { group: ProviderGroup }) {
  const given = useRecord(profile, group.profile_uuid)
  const first = useRecord(swarm, group.swarms[0] ?? null)
  const names = [given?.name, first?.name].filter((name) => name !== undefined)
  const more = group.swarms.length - 1
  if (names.length === 0) return t('scim.givesNothing')
  return `${names.join(', ')}${more > 0 ? ` +${more}` : ''}`
}

function Dialogs(props: {
  open: Open | null
  onDone: (next?: Open | null) => void
  onClose: () => void
}) {
  const { open, onDone, onClose } = props
  const made = (token: string) => onDone({ is: 'made', token })
  switch (open?.is) {
    case 'make':
      return <TokenDialog onMade={made} onClose={onClose} />
    case 'made':
      return (
        <OnceSecret
          title={t('scim.tokenMade')}
          text={t('scim.tokenMadeText')}
          lines={[open.token]}
          onClose={onClose}
        />
      )
    case 'rotate':
      return <RotateKeyDialog entry={open.entry} onMade={made} onClose={onClose} />
    case 'delete':
      return <EndDialog entry={open.entry} onDone={() => onDone()} onClose={onClose} />
    case 'group':
      return <GroupDialog group={open.group} onDone={() => onDone()} onClose={onClose} />
    default:
      return null
  }
}

/** Confirm the end of a token: the provider is refused from the next request on. */
function EndDialog(props: { entry: ApiKeyEntry; onDone: () => void; onClose: () => void }) {
  const { entry, onDone, onClose } = props
  const sending = useSending([])
  const submit = () =>
    sending.send(true, async (opId) => {
      await call(apiKeyCalls.delete, { params: { id: entry.uuid } }, { opId })
      onDone()
    })
  return (
    <FormDialog
      title={t('scim.endToken')}
      submit={t('scim.endToken')}
      danger
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('scim.endTokenText', { description: entry.description })}</p>
    </FormDialog>
  )
}
