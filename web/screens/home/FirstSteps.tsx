import { type ReactNode, useCallback, useState } from 'react'
import { Link } from 'wouter'
import { analysisActions } from '../../../domain/actions/analysis.ts'
import { userCalls } from '../../../domain/calls/users.ts'
import { swarmCalls } from '../../../domain/calls/swarms.ts'
import { device as deviceEntity } from '../../../domain/entities/device.ts'
import { planNeeds } from '../../../domain/permissions.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Icon } from '../../parts/icon/Icon.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { paths } from '../../paths.ts'
import { account, may } from '../../state/session.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './HomeScreen.module.css'

/** Needs of a first run that the company has. */
export interface FirstNeeds {
  hasSwarm: boolean
  hasDevice: boolean
  hasMethod: boolean
  /** A run that is prepared and waits for its launch. */
  planned: { uuid: string; name: string } | null
}

/** Category and name of the setting that hides the steps for a person, on every machine. */
const category = 'setup'
const name = 'hide_first_steps'

const loadSettings = (signal: AbortSignal) =>
  call(userCalls.getSettings, {}, { signal, background: true })

/**
 * Offer the steps to the first run until it is launched, or the person hides them. A company that the provider founded with some of
 * the steps is offered the others.
 */
export function SetUp({ needs }: { needs: FirstNeeds }) {
  const { value } = useAnswer(loadSettings)
  const [isHidden, setHidden] = useState(false)
  const sending = useSending([])
  const isPutAway = value?.settings.some((one) => one.category === category && one.name === name)
  const hide = useCallback(async () => {
    const work = async (opId: string) => {
      const body = { settings: [{ name, value: true }] }
      await call(userCalls.setSettings, { params: { key: category }, body }, { opId })
    }
    if (await sending.send(true, work, name)) setHidden(true)
  }, [sending])
  if (isHidden || isPutAway) return null
  return (
    <FirstSteps needs={needs}>
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      {value && (
        <div>
          <Button kind="plain" busy={sending.busy} onClick={() => void hide()}>
            {t('home.first.hide')}
          </Button>
        </div>
      )}
    </FirstSteps>
  )
}

/** Tell a person who may sign, before the first signature is refused, that a second person has to confirm their account. */
export function Unconfirmed() {
  if (!account.value?.unconfirmed || !may(analysisActions.validate.needs)) return null
  const users = may(userCalls.search.needs) && <Link href={paths.users()}>{t('nav.users')}</Link>
  return (
    <Notice kind="info" title={t('home.unconfirmed')} action={users}>
      {t('home.unconfirmedText')}
    </Notice>
  )
}

/** Guide a new company to its first run: a swarm, a method, a device, a plan. */
export function FirstSteps({ needs, children }: { needs: FirstNeeds; children?: ReactNode }) {
  const { hasSwarm, hasDevice, hasMethod, planned } = needs
  return (
    <section className={styles.section} aria-labelledby="home-first">
      <h2 id="home-first">{t('home.first')}</h2>
      <ol className={styles.steps}>
        <Step done={hasSwarm} title={t('home.first.swarm')} text={t('home.first.swarmText')}>
          {may(swarmCalls.create.needs) && (
            <Link href={paths.swarms()}>{t('home.first.swarms')}</Link>
          )}
        </Step>
        <Step done={hasMethod} title={t('home.first.method')} text={t('home.first.methodText')}>
          {may('protocol.create') && (
            <>
              <Link href={paths.templates()}>{t('home.first.templates')}</Link>
              <Link href={paths.newProcessRecipe()}>{t('home.first.own')}</Link>
            </>
          )}
        </Step>
        <Step done={hasDevice} title={t('home.first.device')} text={t('home.first.deviceText')}>
          {may(deviceEntity.permission) && (
            <Link href={paths.devices()}>{t('home.first.devices')}</Link>
          )}
        </Step>
        <Step done={false} title={t('home.first.run')} text={t('home.first.runText')}>
          {planned && may(analysisActions.launch.needs) ? (
            <Link href={paths.analysis(planned.uuid)}>
              {t('home.first.planned', { name: planned.name })}
            </Link>
          ) : (
            hasMethod && may(planNeeds) && <Link href={paths.newAnalysis()}>{t('home.start')}</Link>
          )}
        </Step>
      </ol>
      {children}
    </section>
  )
}

/** Show a step with the ways to do it. */
function Step(props: { done: boolean; title: string; text: string; children: ReactNode }) {
  const { done, title, text, children } = props
  return (
    <li data-done={done || undefined}>
      <span className={styles.mark} data-done={done || undefined}>
        {done && <Icon name="check" />}
        {done && <span className="visually-hidden">{t('home.first.done')}</span>}
      </span>
      <div>
        <strong>{title}</strong>
        <p className={styles.quiet}>{text}</p>
        {children && <p className={styles.ways}>{children}</p>}
      </div>
    </li>
  )
}
