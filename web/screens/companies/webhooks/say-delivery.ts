import type { WebhookDelivery } from '../../../../domain/entities/webhook.ts'
import { t } from '../../../i18n/intl.ts'
import { localTime } from '../../../state/local-time.ts'

/** Say what came of a delivery: sent, why it failed, and when it is tried again. */
export function sayDelivery({ state, error, status, next_at: next }: WebhookDelivery): string {
  if (state === 'sent') return t('webhooks.sent')
  const why = error && t(`webhooks.error.${error}`, { status: status ?? 0 })
  const again = state === 'queued' && next ? t('webhooks.again', { at: localTime(next) }) : null
  return [why ?? t('webhooks.waiting'), again].filter(Boolean).join(' ')
}

/** Make a signing secret as Standard Webhooks spells one: 32 random bytes in base64. */
export function makeSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
