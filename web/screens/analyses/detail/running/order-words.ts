import { extensionCycles } from '../../../../../domain/catalog/limits.ts'
import { errorTexts } from '../../../../i18n/faults.ts'
import { formatDuration } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import type { Order, RunButton } from './run-orders.ts'

/** An order that nobody has answered for so long is said to be without an answer. */
export const slowMs = 3000

/** Name of an order, as its button has it. */
export function buttonText(pressed: RunButton): string {
  if (pressed === 'ABORT') return t('run.abort')
  if (pressed === 'SKIP') return t('run.skip')
  return t(pressed === 'EXTEND' ? 'run.extend' : 'run.shorten', { cycles: extensionCycles })
}

/** Describe the state of an order in a sentence. @param now in milliseconds, for the time it has been waiting. */
export function orderText({ pressed, state }: Order, now = Date.now()): string {
  const name = buttonText(pressed)
  switch (state.is) {
    case 'held':
      return t('run.order.held', { name, seconds: secondsUntil(state.until, now) })
    case 'sending': {
      const waited = now - state.since
      if (waited < slowMs) return t('run.order.sending', { name })
      const time = formatDuration(Math.floor(waited / 1000))
      return t(pressed === 'ABORT' ? 'run.order.repeated' : 'run.order.slow', { name, time })
    }
    case 'sent':
      return t('run.order.sent', { name })
    case 'refused':
      return t('run.order.refused', { name, why: errorTexts(state.error).join(' ') })
    case 'unknown':
      return t('run.order.unknown', { name })
    case 'overtaken':
      return t('run.order.overtaken', { name })
    case 'not_sent':
      return t(`run.order.notSent.${state.why}`, { name })
  }
}

function secondsUntil(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000))
}
