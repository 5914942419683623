import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Branding, DEFAULT_COLOR } from '../core/branding/definition.ts'
import { escapeHtml } from '../core/foundation/escape-html.ts'
import { type RenderedPage, renderPage } from '../core/reports/html/page.ts'
import type { Attributes } from '../core/reports/html/styles.ts'
import type { HttpEnv } from './environment.ts'

/** Branding of pages that belong to no organization. */
const NO_BRANDING: Branding = { name: null, color: DEFAULT_COLOR, logo: null }

/**
 * Responds with a page that needs no account. The page runs no scripts and loads nothing. Search engines do not list it, and its
 * address is not sent to other sites.
 */
export function sendPage(
  context: Context<HttpEnv>,
  { html, sheet }: Pick<RenderedPage, 'html' | 'sheet'>,
  status: ContentfulStatusCode = 200,
): Response {
  const hash = createHash('sha256').update(sheet).digest('base64')
  return context.html(html, status, {
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
    'Cross-Origin-Opener-Policy': 'same-origin',
  })
}

/** Responds with a page of a heading and a text. */
export function sendMessage(
  context: Context<HttpEnv>,
  {
    title,
    text,
    status,
    branding = NO_BRANDING,
    form,
  }: {
    title: string
    text: string
    status: ContentfulStatusCode
    branding?: Branding
    /** HTML of a form below the text; none by default. */
    form?: (attributes: Attributes) => string
  },
): Response {
  const page = renderPage({
    medium: 'page',
    title,
    branding,
    body: (attributes) =>
      `<h1${attributes('h1')}>${escapeHtml(title)}</h1><p${attributes('p')}>${escapeHtml(text)}</p>${form?.(attributes) ?? ''}`,
  })
  return sendPage(context, page, status)
}
