import type { WebhookEvent, WebhookFormat } from '../../domain/entities/webhook.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import type { EventFacts, KnownDelivery } from '../directory/webhook-deliveries.ts'
import type { KnownWebhook } from '../directory/webhooks.ts'
import { type WebhookText, webhookText } from './webhook-words.ts'

/**
 * Write what is sent for an event, in the form of the webhook: as JSON the facts by stable names, for Teams an adaptive card, for
 * Slack a message, both in the language of who saved it. Nothing in it names a run, a sample or a person: the link opens the
 * run for people who see it.
 */
export function writeBody(
  webhook: Pick<KnownWebhook, 'format' | 'language' | 'origin'>,
  delivery: Pick<KnownDelivery, 'uuid' | 'event' | 'facts'>,
): string {
  const facts = JSON.parse(delivery.facts) as EventFacts
  const event = delivery.event as WebhookEvent | 'test'
  const link = linkOf(webhook.origin, event, facts)
  const format = webhook.format as WebhookFormat
  if (format === 'json') {
    const { at, run, outcome, device, cause } = facts
    return JSON.stringify({
      id: delivery.uuid,
      type: event,
      timestamp: at,
      data: { analysis_uuid: run, outcome, device, cause, link },
    })
  }
  const text = webhookText(webhook.language as Language, event, facts)
  return JSON.stringify(format === 'teams' ? teamsCard(text, link) : slackMessage(text, link))
}

function linkOf(origin: string, event: WebhookEvent | 'test', { run }: EventFacts): string {
  if (run !== undefined) return `${origin}/analyses/details/${run}`
  return event === 'device_alarm' ? `${origin}/alarms` : origin
}

/** Microsoft Teams, "Post to a channel when a webhook request is received" of Workflows: a message with an adaptive card. */
function teamsCard({ title, lines, open }: WebhookText, link: string) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', size: 'Medium', weight: 'Bolder', wrap: true, text: title },
            ...lines.map((text) => ({ type: 'TextBlock', wrap: true, text: plainMarkdown(text) })),
          ],
          actions: [{ type: 'Action.OpenUrl', title: open, url: link }],
        },
      },
    ],
  }
}

/** Slack, incoming webhook: plain text for notices, blocks for the channel. */
function slackMessage({ title, lines, open }: WebhookText, link: string) {
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
  return {
    text: [title, ...lines].map(escapeSlack).join('\n'),
    blocks: [
      { type: 'header', text: plain(title) },
      { type: 'section', text: plain(lines.join('\n') || title) },
      {
        type: 'actions',
        elements: [{ type: 'button', text: plain(open), url: link }],
      },
    ],
  }
}

/** Take their meaning from the signs by which a card would read a name as a link or as markup. */
function plainMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]()<>#~|]/g, (sign) => `\\${sign}`)
}

/** Escape the signs that Slack reads as mentions and links. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
