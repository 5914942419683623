import { z } from 'zod'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { chatMessageOf } from './chat-message.ts'
import { bodyOf, type WebhookPayload } from './payload.ts'

/** Forms in which messages are sent. */
export const WEBHOOK_FORMATS = {
  standard: 'Signed JSON, by the Standard Webhooks scheme.',
  slack: 'A message for an incoming webhook of Slack.',
  teams: 'A card for an incoming webhook (workflow) of Microsoft Teams.',
} as const satisfies Enumeration
export type WebhookFormat = keyof typeof WEBHOOK_FORMATS

const formatSchema = z.enum(['standard', 'slack', 'teams']) satisfies z.ZodType<WebhookFormat>

/** Returns the format of a stored webhook. */
export function formatOf({ format }: { format: string }): WebhookFormat {
  return formatSchema.parse(format)
}

/**
 * Returns the body of a request in a format.
 * @param origin origin for links to the dashboard; null for none
 */
export function bodyIn(format: WebhookFormat, payload: WebhookPayload, origin: string | null): string {
  switch (format) {
    case 'standard':
      return bodyOf(payload)
    case 'slack':
      return JSON.stringify(slackMessage(payload, origin))
    case 'teams':
      return JSON.stringify(teamsMessage(payload, origin))
  }
}

/** Escapes the characters that Slack gives a meaning in texts ("Formatting text for app surfaces"). */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function slackMessage(payload: WebhookPayload, origin: string | null): object {
  const { title, lines } = chatMessageOf(payload, origin)
  const shown = lines.map(({ text, url }) =>
    url === null ? `• ${escapeSlack(text)}` : `• <${url}|${escapeSlack(text)}>`,
  )
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
  return {
    // Shown in notifications.
    text: escapeSlack(title),
    blocks: [section(`*${escapeSlack(title)}*`), ...(shown.length > 0 ? [section(shown.join('\n'))] : [])],
  }
}

function teamsMessage(payload: WebhookPayload, origin: string | null): object {
  const { title, lines } = chatMessageOf(payload, origin)
  // A TextBlock would render Markdown, and with it links in names that come from answers.
  const block = (text: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  })
  const [first] = lines
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [block(title, { weight: 'bolder' }), ...lines.map(({ text }) => block(text))],
          ...(first?.url && { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: first.url }] }),
        },
      },
    ],
  }
}
