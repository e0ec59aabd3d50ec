import { useState } from 'react'
import type { Device } from '../../../../domain/entities/device.ts'
import type { CheckedStep, ConnectionReport } from '../../../../domain/lan/connection-report.ts'
import { lanCalls } from '../../../../domain/lan/lan-calls.ts'
import { t } from '../../../i18n/intl.ts'
import { callDevice } from '../../../lan/call-device.ts'
import { localName } from '../../../lan/local-names.ts'
import { lanErrorTexts } from '../../../lan/say-outcome.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { localTime } from '../../../state/local-time.ts'
import { sayAdvice, sayFound, writeReport } from './say-check.ts'
import styles from './Network.module.css'

/** Let the device check its own way to the service, and tell the outcome in words. */
export function CheckSection({ device }: { device: Device }) {
  const [report, setReport] = useState<ConnectionReport | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const [copied, setCopied] = useState(false)
  const check = async () => {
    if (busy) return
    setBusy(true)
    setFailure([])
    setCopied(false)
    try {
      const options = { device: device.uuid }
      setReport(await callDevice(localName(device), lanCalls.connectionCheck, {}, options))
    } catch (error) {
      setReport(null)
      setFailure(lanErrorTexts(error))
    } finally {
      setBusy(false)
    }
  }
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  const wrong = report?.steps.find(({ outcome }) => outcome === 'failed')
  return (
    <section className={styles.section} aria-label={t('network.check')}>
      <h3>{t('network.check')}</h3>
      <p className={styles.quiet}>{t('network.check.text')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {report && (
        <>
          <Notice kind={wrong ? 'warning' : 'done'} title={sayVerdict(report, wrong)}>
            {wrong && sayAdvice(wrong)}
          </Notice>
          <ol className={styles.list}>
            {report.steps.map((step) => (
              <Step key={step.step} step={step} />
            ))}
          </ol>
        </>
      )}
      <div className={styles.acts}>
        <Button icon="link" busy={busy} onClick={() => void check()}>
          {t(report ? 'network.check.again' : 'network.check.run')}
        </Button>
        {report && (
          <Button icon="copy" onClick={() => void copy(writeReport(device.name, report))}>
            {t(copied ? 'network.check.copied' : 'network.check.copy')}
          </Button>
        )}
      </div>
    </section>
  )
}

function sayVerdict({ service, at }: ConnectionReport, wrong: CheckedStep | undefined): string {
  const time = localTime(at, 'time')
  if (!wrong) return t('network.check.fine', { service, time })
  return t(`network.check.wrong.${wrong.step}`, { service })
}

const looks = {
  ok: { shape: 'disc', tone: 'accent' },
  failed: { shape: 'triangle', tone: 'danger' },
  skipped: { shape: 'ring', tone: 'neutral' },
} as const

function Step({ step }: { step: CheckedStep }) {
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <strong>{t(`network.check.step.${step.step}`)}</strong>
        <span className={styles.quiet}>{sayFound(step)}</span>
      </span>
      <Badge {...looks[step.outcome]}>{t(`network.check.${step.outcome}`)}</Badge>
    </li>
  )
}
