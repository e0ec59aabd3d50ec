import type { CheckedStep, ConnectionReport } from '../../../../domain/lan/connection-report.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'

/** Say what a step found, with its duration: an address, an error of the clock, a speed, or the error of the system. */
export function sayFound({ step, outcome, ms, value }: CheckedStep): string {
  if (outcome === 'skipped') return ''
  const took = ms === null ? '' : t('network.check.ms', { ms })
  return [sayValue(step, value), took].filter(Boolean).join(' · ')
}

function sayValue(step: CheckedStep['step'], value: CheckedStep['value']): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  if (step === 'time') return t('network.check.clock', { seconds: clockError(value) })
  return t('network.check.speed', { speed: formatNumber(value, 0) })
}

/** The service tells its time in whole requests: a second or two is the way, not the clock. */
const asGoodAsRight = 2

function clockError(seconds: number): number {
  return Math.abs(seconds) <= asGoodAsRight ? 0 : Math.abs(seconds)
}

/** Say what to do about a failed step. */
export function sayAdvice({ step }: CheckedStep): string {
  return t(`network.check.advice.${step}`)
}

/** Write the report as plain text, to be sent to the people of the network. Times are UTC. */
export function writeReport(device: string, { at, service, steps }: ConnectionReport): string {
  const lines = steps.map((step) =>
    [
      `${t(`network.check.step.${step.step}`)}: ${t(`network.check.${step.outcome}`)}`,
      sayFound(step),
      step.outcome === 'failed' ? sayAdvice(step) : '',
    ]
      .filter(Boolean)
      .join(' – '),
  )
  return [`${device} → ${service}, ${at}`, ...lines].join('\n')
}
