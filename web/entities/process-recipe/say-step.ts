import { formatDuration, formatExact } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { DrawnStep } from '../../../domain/rules/programme-layout.ts'

/** Write °C as it is set, with all of its decimals; a dash for a number that is missing. */
export function sayCelsius(celsius: number | null): string {
  return celsius === null ? '–' : `${formatExact(celsius)} °C`
}

/** Write a duration as it is set: whole minutes as such, anything else in seconds. */
export function sayHold(seconds: number | null): string {
  if (seconds === null) return '–'
  const isWhole = seconds >= 120 && seconds % 60 === 0
  return isWhole ? formatDuration(seconds) : t('methods.seconds', { seconds: formatExact(seconds) })
}

/** Say a change of temperature with its sign. */
export function sayChange(change: number): string {
  return `${change > 0 ? '+' : '−'}${formatExact(Math.abs(change))} °C`
}

/** Say one step in words: `95 °C, 15 s, read for amplification`. */
export function sayStep(step: DrawnStep): string {
  switch (step.type) {
    case 'temperature': {
      const { temperature, duration, temperature_change: change, measure } = step
      return [
        sayCelsius(temperature),
        sayHold(duration),
        ...(change ? [t('methods.perPass', { change: sayChange(change) })] : []),
        ...(measure
          ? [t(`methods.read.${measure === 'meltcurve' ? 'melt' : 'amplification'}`)]
          : []),
      ].join(', ')
    }
    case 'loop':
      return t('methods.loop', { step: step.goto + 1, count: step.repeat ?? 0 })
    case 'pause':
      return t('methods.pauseAt', { at: sayCelsius(step.temperature) })
    case 'lidOpen':
      return t('methods.kind.lidOpen')
  }
}
