import type { Message } from '../../infra/mailer.ts'
import { ALERT_SEVERITIES, type AlertRecord, type AlertSeverity } from '../alerts/definition.ts'
import { escapeHtml } from '../foundation/escape-html.ts'
import type { EmailKind } from './queue.ts'

/** What an email shows. */
export interface EmailFacts {
  kind: EmailKind
  /** Alerts by project, the most urgent first. */
  projects: { name: string; alerts: AlertRecord[] }[]
  /** Origin of links; null if PUBLIC_URL is not set. */
  origin: string | null
  /** Link that ends these emails without signing in; null if PUBLIC_URL is not set. */
  unsubscribe: string | null
  timeZone: string
}

/** Returns the subject, the plain text and the HTML of an email about alerts. */
export function emailOf(facts: EmailFacts): Pick<Message, 'subject' | 'text' | 'html'> {
  return { subject: subjectOf(facts), text: textOf(facts), html: htmlOf(facts) }
}

function subjectOf({ kind, projects }: EmailFacts): string {
  const count = projects.reduce((sum, { alerts }) => sum + alerts.length, 0)
  const [project] = projects
  const [alert] = project?.alerts ?? []
  if (kind === 'test') return 'Test of your alerts'
  if (kind === 'digest') return `${count} alert${count === 1 ? '' : 's'} in the last week`
  const more = count > 1 ? ` (and ${count - 1} more)` : ''
  return oneLine(`${project?.name ?? ''}: ${alert?.title ?? ''}${more}`)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 200)
}

const TEST =
  'Emails about alerts reach you. Real ones are sent only when a change is larger than chance explains.'
const WHY = 'You get this email because of your alert preferences.'

function timeOf({ createdAt }: AlertRecord, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    createdAt,
  )
}

function linkOf({ path }: AlertRecord, origin: string | null): string | null {
  return origin === null ? null : new URL(path, origin).href
}

function textOf({ kind, projects, origin, unsubscribe, timeZone }: EmailFacts): string {
  const blocks = projects.map(({ name, alerts }) =>
    [
      name,
      ...alerts.map((alert) => {
        const { severity, title, evidence } = alert
        const quotes = evidence.quotes.map(
          ({ provider, text }) => `  > ${text.replaceAll('\n', '\n  > ')} (${provider})`,
        )
        const link = linkOf(alert, origin)
        return [
          `* ${severity.toUpperCase()}: ${title}`,
          ...intervalLines(alert).map((line) => `  ${line}`),
          ...quotes,
          `  ${timeOf(alert, timeZone)} ${timeZone}`,
          ...(link ? [`  ${link}`] : []),
        ].join('\n')
      }),
    ].join('\n\n'),
  )
  return [
    ...(kind === 'test' ? [TEST] : blocks),
    `--\n${unsubscribe === null ? WHY : `${WHY} Stop these emails: ${unsubscribe}`}`,
  ].join('\n\n')
}

/** Returns the interval and the number of prompts of a tested change. */
function intervalLines({ evidence: { figures, metric } }: AlertRecord): string[] {
  if (!figures) return []
  const isShare = metric !== 'sentiment' && metric !== 'averagePosition'
  const show = (value: number) => (isShare ? (value * 100).toFixed(1) : value.toFixed(2)).replace('-', '−')
  const unit = isShare ? ' points' : ''
  return [
    `Change ${show(figures.difference)}${unit}, 95 % interval ${show(figures.low)} to ${show(figures.high)}, over ${figures.prompts} prompts.`,
  ]
}

/** Colors with a contrast of at least 4.5 on white and on the dark background. */
const COLORS: Readonly<Record<AlertSeverity, string>> = {
  info: '#3b6fb6',
  warning: '#9a6700',
  critical: '#c0362c',
}

// Mail programs need tables and inline styles. The style element adds the dark theme where it is supported.
const STYLE = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#16181d!important}.card{background:#1f2228!important;border-color:#3a3f4a!important}
.text{color:#e8eaee!important}.quiet{color:#a9afbb!important}.quote{border-color:#4a505c!important;color:#c9ced8!important}
.link{color:#8fb8f2!important}}`

function htmlOf({ kind, projects, origin, unsubscribe, timeZone }: EmailFacts): string {
  const body =
    kind === 'test'
      ? `<p class="text" style="${TEXT}">${escapeHtml(TEST)}</p>`
      : projects.map(projectHtml).join('')
  function projectHtml({ name, alerts }: EmailFacts['projects'][number]): string {
    const cards = alerts.map((alert) => cardOf(alert, linkOf(alert, origin), timeZone)).join('')
    return `<h1 class="text" style="${TEXT}font-size:18px;margin:16px 0 8px">${escapeHtml(name)}</h1>${cards}`
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Alerts</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;background:#f3f4f6"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td>${body}
<p class="quiet" style="${QUIET}">${escapeHtml(WHY)}${unsubscribe === null ? '' : ` <a class="link" style="color:#24579d" href="${escapeHtml(unsubscribe)}">Stop these emails</a>`}</p>
</td></tr></table></td></tr></table></body></html>`
}

const TEXT =
  'color:#1b1f27;font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;overflow-wrap:anywhere;'
const QUIET =
  'color:#5a6270;font-family:system-ui,sans-serif;font-size:13px;line-height:1.5;overflow-wrap:anywhere;'

function cardOf(alert: AlertRecord, link: string | null, timeZone: string): string {
  const { severity, title, evidence } = alert
  const details = [...intervalLines(alert), `${timeOf(alert, timeZone)} ${timeZone}`]
  const quotes = evidence.quotes.map(
    ({ text, provider }) =>
      `<blockquote class="quote" style="${QUIET}margin:8px 0;padding-left:10px;border-left:3px solid #d3d7de">${escapeHtml(text)} (${escapeHtml(provider)})</blockquote>`,
  )
  const more = link
    ? `<p style="margin:8px 0 0"><a class="link" style="${QUIET}color:#24579d" href="${escapeHtml(link)}">See the evidence</a></p>`
    : ''
  return `<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 12px;background:#ffffff;border:1px solid #d3d7de;border-radius:8px"><tr><td style="padding:14px 16px">
<span title="${escapeHtml(ALERT_SEVERITIES[severity])}" style="display:inline-block;padding:1px 8px;border-radius:8px;background:${COLORS[severity]};color:#ffffff;font:600 12px system-ui,sans-serif">${severity}</span>
<p class="text" style="${TEXT}margin:8px 0 4px">${escapeHtml(title)}</p>
${details.map((detail) => `<p class="quiet" style="${QUIET}margin:0">${escapeHtml(detail)}</p>`).join('')}${quotes.join('')}${more}</td></tr></table>`
}
