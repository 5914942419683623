import type { ReportDelivery } from '../../generated/prisma/client.ts'
import type { Attachment, Message } from '../../infra/mailer.ts'
import type { Branding } from '../branding/definition.ts'
import { loadBranding } from '../branding/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { escapeHtml } from '../foundation/escape-html.ts'
import { createFigures } from '../foundation/figures.ts'
import { asProjectReader } from '../reports/foundation/project-reader.ts'
import { LOGO_CONTENT_ID, PRODUCT_NAME, renderPage } from '../reports/html/page.ts'
import { renderHtmlReport } from '../reports/html/report.ts'
import type { Attributes } from '../reports/html/styles.ts'
import { readRunFacts } from '../reports/read.ts'
import type { ReportDeps } from './dependencies.ts'
import { UNSUBSCRIBE_PATH, unsubscribeToken } from './unsubscribe.ts'

/** What the email of a delivery needs besides the delivery. */
interface Sending {
  delivery: ReportDelivery
  projectName: string
  branding: Branding
  links: { dashboard: string; unsubscribe: string }
}

/**
 * Creates the email of a delivery: HTML, plain text, and the report as a PDF file, or as an HTML file if no PDF file can be printed.
 * If no run ended in the period, the email says so. The Message-ID is the same in every attempt, so that mail servers can
 * recognize a message that they received before.
 */
export async function createReportMessage(
  ctx: Ctx<ReportDeps>,
  delivery: ReportDelivery,
  projectName: string,
): Promise<Message> {
  const { id, organizationId, projectId, email } = delivery
  const origin = ctx.deps.publicUrl ?? ''
  const sending: Sending = {
    delivery,
    projectName,
    branding: await loadBranding(ctx.db.prisma, organizationId),
    links: {
      dashboard: `${origin}/organizations/${organizationId}/projects/${projectId}/overview`,
      unsubscribe: `${origin}${UNSUBSCRIBE_PATH}/${unsubscribeToken(ctx, { projectId, email })}`,
    },
  }
  const { batchId } = delivery
  const content = batchId === null ? renderNotice(sending) : await renderContent(ctx, sending, batchId)
  const { name, logo } = sending.branding
  const attachments: Attachment[] = [
    ...(logo
      ? [{ filename: 'logo', contentType: logo.type, content: logo.data, contentId: LOGO_CONTENT_ID }]
      : []),
    ...content.attachments,
  ]
  return {
    to: email,
    ...(name !== null && { fromName: name }),
    subject: `${delivery.test ? 'Test: ' : ''}${content.subject}`,
    text: `${content.text}\n${footText(sending)}`,
    html: content.html,
    attachments,
    messageId: `<report-${id}@${new URL(origin || 'http://localhost').hostname}>`,
    headers: {
      'List-Unsubscribe': `<${sending.links.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}

/** Content of an email. */
interface Content {
  subject: string
  html: string
  text: string
  attachments: Attachment[]
}

async function renderContent(ctx: Ctx<ReportDeps>, sending: Sending, runId: string): Promise<Content> {
  const { delivery, branding } = sending
  const { id, organizationId, projectId, locale, timezone: timeZone } = delivery
  const facts = await readRunFacts({
    ctx: asProjectReader(ctx, { id, organizationId, projectId }),
    input: { runId, reader: { locale, timeZone } },
  })
  const { title, html, text } = renderHtmlReport(facts, {
    medium: 'email',
    branding,
    note: delivery.test ? 'This is a test. It shows the latest run.' : `Report for ${periodOf(delivery)}.`,
    foot: footHtml(sending),
  })
  const { html: document } = renderHtmlReport(facts, { medium: 'page', branding })
  const ended = facts.batch.finishedAt ? `, ${facts.figures.day(facts.batch.finishedAt)}` : ''
  return { subject: `${title}${ended}`, html, text, attachments: [await attachReport(ctx, document)] }
}

/** Returns the PDF file of a report; the HTML file if there is no Chromium, or if it fails. */
async function attachReport(ctx: Ctx<ReportDeps>, html: string): Promise<Attachment> {
  const { printPdf, stopping, logger } = ctx.deps
  if (printPdf) {
    try {
      const content = await printPdf(html, stopping)
      return { filename: 'report.pdf', contentType: 'application/pdf', content }
    } catch (error) {
      stopping.throwIfAborted()
      logger.warn({ error }, 'a report could not be printed as PDF; the email has the HTML file instead')
    }
  }
  return { filename: 'report.html', contentType: 'text/html; charset=utf-8', content: Buffer.from(html) }
}

/** Renders the email for a period in which no run ended. */
function renderNotice(sending: Sending): Content {
  const { delivery, projectName, branding } = sending
  const title = `No report for ${projectName}`
  const text = delivery.test
    ? 'This is a test. No run has ended yet, so there is no report.'
    : `No run ended in ${periodOf(delivery)}, so there is no report.`
  const { html } = renderPage({
    medium: 'email',
    title,
    branding,
    body: (attributes) =>
      `<h1${attributes('h1')}>${escapeHtml(title)}</h1><p${attributes('p')}>${escapeHtml(text)}</p>`,
    foot: footHtml(sending),
  })
  return { subject: title, html, text: `${title}\n\n${text}\n`, attachments: [] }
}

function periodOf({ locale, timezone: timeZone, periodStart, dueAt }: ReportDelivery): string {
  const { day } = createFigures({ locale, timeZone })
  return `the period from ${day(periodStart)} to ${day(dueAt)}`
}

function footHtml({ projectName, branding, links }: Sending): (attributes: Attributes) => string {
  return (attributes) =>
    `${escapeHtml(footReason(projectName, branding))}<br><a href="${escapeHtml(links.dashboard)}"${attributes('link')}>Open the dashboard</a> · <a href="${escapeHtml(links.unsubscribe)}"${attributes('link')}>Unsubscribe</a>`
}

function footText({ projectName, branding, links }: Sending): string {
  return `--\n${footReason(projectName, branding)}\nDashboard: ${links.dashboard}\nUnsubscribe: ${links.unsubscribe}\n`
}

function footReason(projectName: string, { name }: Branding): string {
  return `You receive this email because you are a recipient of the reports of ${projectName} from ${name ?? PRODUCT_NAME}.`
}
