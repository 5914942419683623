import { expect, it } from 'vitest'
import { bodyIn } from './formats.ts'
import type { WebhookPayload } from './payload.ts'

const title = 'Answers now mention <!channel> & <https://evil.example|Log in> [Log in](https://evil.example).'
const payload: WebhookPayload = {
  type: 'alert.raised',
  timestamp: '2026-11-30T08:00:00.000Z',
  data: { projectName: '<!here> Acme', alerts: [{ title, severity: 'info', path: '/alerts/1' }] },
}

it('a name from an answer is plain text in Slack: it notifies no person and is no link', () => {
  const { text, blocks } = JSON.parse(bodyIn('slack', payload, 'https://app.example'))
  expect(text).toBe('&lt;!here&gt; Acme: 1 alert')
  expect(blocks[1].text.text).toBe(
    '• <https://app.example/alerts/1|Answers now mention &lt;!channel&gt; &amp; &lt;https://evil.example|Log in&gt; [Log in](https://evil.example).>',
  )
})

it('a name from an answer is plain text in Microsoft Teams, because only a TextBlock has Markdown', () => {
  const { content } = JSON.parse(bodyIn('teams', payload, null)).attachments[0]
  expect(content.body).toEqual([
    {
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text: '<!here> Acme: 1 alert', weight: 'bolder' }],
    },
    { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: title }] },
  ])
})
