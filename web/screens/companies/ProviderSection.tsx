import { useEffect, useRef, useState } from 'react'
import { identityProviderCalls, type Provider } from '../../../domain/calls/identity-provider.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { loseOpen } from '../../state/left-behind.ts'
import { endedTest } from '../../state/provider-window.ts'
import { account } from '../../state/session.ts'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import styles from './Companies.module.css'
import { CopyButton } from '../../record/OnceSecret.tsx'
import { ProviderDialog } from './ProviderDialog.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { proofBody, ProveFields } from '../../record/ProveFields.tsx'
import { useSending } from '../../state/use-sending.ts'
import { ProviderSwitchDialog } from './ProviderSwitchDialog.tsx'

const load = (signal: AbortSignal) => call(identityProviderCalls.read, {}, { signal })

/** Show and change the sign-in of a company with its own identity provider: settings, proof of the domain, test, switch. */
export function ProviderSection() {
  const { value, failure, again } = useAnswer(load)
  const [open, setOpen] = useState<'edit' | 'switch' | 'signing' | 'pins' | null>(null)
  const close = () => setOpen(null)
  const done = () => {
    close()
    again()
  }
  const provider = value?.provider ?? null
  // Say it before anything is typed, since the service refuses it.
  const waits = account.value?.unconfirmed ? t('fault.confirmer_unconfirmed') : null
  return (
    <section className={styles.section} aria-label={t('provider.title')}>
      <h2>{t('provider.title')}</h2>
      <p className={styles.quiet}>{t('provider.text')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {provider && <Steps provider={provider} onChanged={again} />}
      {value && (
        <div className={styles.acts}>
          <Button icon="edit" disabledReason={waits} onClick={() => setOpen('edit')}>
            {t(provider ? 'provider.change' : 'provider.setUp')}
          </Button>
          {provider && (provider.enabled || isReady(provider)) && (
            <Button icon="lock" onClick={() => setOpen('switch')}>
              {t(provider.enabled ? 'provider.switchOff' : 'provider.switchOn')}
            </Button>
          )}
          {provider?.enabled && (
            <Button disabledReason={waits} onClick={() => setOpen('signing')}>
              {t('provider.changeSigning')}
            </Button>
          )}
          {provider?.enabled && provider.signing === 'provider' && (
            <Button disabledReason={waits} onClick={() => setOpen('pins')}>
              {t(provider.pins ? 'provider.forbidPins' : 'provider.allowPins')}
            </Button>
          )}
        </div>
      )}
      {value && open === 'edit' && <ProviderDialog answer={value} onClose={close} onDone={done} />}
      {provider && (open === 'signing' || open === 'pins') && (
        <SigningDialog provider={provider} change={open} onClose={close} onDone={done} />
      )}
      {provider && open === 'switch' && (
        <ProviderSwitchDialog provider={provider} onClose={close} onDone={done} />
      )}
    </section>
  )
}

function isReady({ domain_proven_at, tested_at }: Provider): boolean {
  return domain_proven_at !== null && tested_at !== null
}

/** Questions to the provider, and to the DNS of its domain. */
type Step = 'test' | 'prove'

interface FailedStep {
  step: Step
  texts: string[]
}

/** Read why the test failed that has just come back from the provider. */
function readFailedTest(): FailedStep | null {
  const texts = endedTest.peek()?.failure ?? []
  return texts.length > 0 ? { step: 'test', texts } : null
}

/** Show the settings in the order in which they are made to work. */
function Steps({ provider, onChanged }: { provider: Provider; onChanged: () => void }) {
  const { domain_proven_at: proven, tested_at: tested } = provider
  const [busy, setBusy] = useState<Step | null>(null)
  const [failed, setFailed] = useState(readFailedTest)
  const state = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (endedTest.peek() === null) return
    // Show what the test has come to: the way to the provider has left the page, which begins at its top.
    state.current?.scrollIntoView({ block: 'center' })
    endedTest.value = null
  }, [])
  const send = async (step: Step, work: () => Promise<unknown>) => {
    setBusy(step)
    setFailed(null)
    try {
      await work()
      onChanged()
    } catch (error) {
      // Show it at the step, where it stays: its mend is at the provider or in the DNS, in another window.
      setFailed({ step, texts: errorTexts(error) })
    } finally {
      setBusy(null)
    }
  }
  const failure = (step: Step) =>
    failed?.step === step && <Notice kind="error">{failed.texts.join(' ')}</Notice>
  const prove = () => call(identityProviderCalls.proveDomain, {}, { opId: makeUuid() })
  const test = async () => {
    const { url } = await call(identityProviderCalls.test, {}, { opId: makeUuid() })
    location.assign(url)
  }
  return (
    <>
      <div ref={state}>
        <Badge tone={provider.enabled ? 'accent' : 'neutral'}>{stateOf(provider)}</Badge>
        {provider.enabled && (
          <span className={styles.quietLine}>
            {t(provider.pins ? 'provider.signing.pin' : `provider.signing.${provider.signing}`)}
          </span>
        )}
      </div>
      <div className={styles.line}>
        <span>
          {provider.issuer}
          <span className={styles.quietLine}>
            {tested
              ? t('provider.tested', { at: localTime(tested, 'minute') })
              : t('provider.notTested')}
          </span>
        </span>
        <Button busy={busy === 'test'} onClick={() => loseOpen(() => void send('test', test))}>
          {t('provider.test')}
        </Button>
      </div>
      {failure('test')}
      <div className={styles.line}>
        <span>
          {provider.domain}
          <span className={styles.quietLine}>
            {proven
              ? t('provider.proven', { at: localTime(proven, 'minute') })
              : t('provider.notProven')}
          </span>
        </span>
        {!proven && (
          <Button busy={busy === 'prove'} onClick={() => void send('prove', prove)}>
            {t('provider.check')}
          </Button>
        )}
      </div>
      {failure('prove')}
      {!proven && <Record provider={provider} />}
    </>
  )
}

function stateOf({ enabled, break_glass_uuid }: Provider): string {
  if (!enabled) return t('provider.off')
  return t(break_glass_uuid === null ? 'provider.on' : 'provider.onAlone')
}

/** Show the TXT record that proves the domain, to copy. */
function Record({ provider }: { provider: Provider }) {
  const { record_name: name, record_value: value } = provider
  return (
    <div className={styles.form}>
      <span>{t('provider.record')}</span>
      <code className={styles.command} dir="ltr">
        {name} TXT "{value}"
      </code>
      <span className={styles.acts}>
        <CopyButton text={name} label={t('provider.copyName')} />
        <CopyButton text={value} label={t('provider.copyValue')} />
      </span>
    </div>
  )
}

/** Choose the proof of signatures: the password or a new sign-in at the provider, and if a PIN will do in place of that. */
function SigningDialog(props: {
  provider: Provider
  change: 'signing' | 'pins'
  onClose: () => void
  onDone: () => void
}) {
  const { provider, change: of, onClose, onDone } = props
  const words = wordsOf(provider, of)
  const [proof, setProof] = useState({ password: '', code: '' })
  const sending = useSending(['password', 'code'])
  const submit = () => {
    const { way, pins } = words
    const body = { way, pins, ...proofBody(proof) } as const
    const change = async (opId: string) => {
      await call(identityProviderCalls.chooseSigning, { body }, { opId })
      onDone()
    }
    return sending.send(proof.password !== '', change, body)
  }
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <ProveFields proof={proof} sending={sending} onChange={setProof} />
    </FormDialog>
  )
}

/** Return what a change of the proof of signatures sends, and its words. */
function wordsOf({ signing, pins }: Provider, change: 'signing' | 'pins') {
  if (change === 'pins') {
    const title = t(pins ? 'provider.forbidPins' : 'provider.allowPins')
    const text = t(pins ? 'provider.forbidPinsText' : 'provider.allowPinsText')
    return { way: 'provider', pins: !pins, title, submit: title, text } as const
  }
  const way = signing === 'provider' ? 'password' : 'provider'
  const [title, submit] = [t('provider.changeSigning'), t(`provider.signWith.${way}`)]
  return { way, pins: false, title, submit, text: t(`provider.signWithText.${way}`) } as const
}
