import { type Branding, toDataUrl } from '../../branding/definition.ts'
import { escapeHtml } from '../../foundation/escape-html.ts'
import { type Attributes, createStyles, type Medium } from './styles.ts'

/** Content id of the logo in an email. */
export const LOGO_CONTENT_ID = 'logo'

/** Name of the sender without branding. */
export const PRODUCT_NAME = 'Answergraph'

/** A document to render. */
export interface Page {
  medium: Medium
  title: string
  branding: Branding
  /** HTML of the content. */
  body: (attributes: Attributes) => string
  /** HTML of the footer; none by default. */
  foot?: (attributes: Attributes) => string
}

/** A rendered document. */
export interface RenderedPage {
  html: string
  /** Style sheet of the document, for its hash in a Content-Security-Policy. */
  sheet: string
}

/**
 * Renders a self-contained HTML document without scripts. Its layout uses tables, which all email programs support, and it
 * follows the light or dark appearance of the reader. An email refers to the logo by {@link LOGO_CONTENT_ID}.
 */
export function renderPage({ medium, title, branding, body, foot }: Page): RenderedPage {
  const { attributes, sheet } = createStyles(medium, branding.color)
  const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${sheet}</style>
</head>
<body${attributes('page')}>
<table ${table} width="100%"><tr><td align="center"${attributes('outer')}>
<table ${table} width="100%"${attributes('card')}>
<tr><td${attributes('bar')}>&nbsp;</td></tr>
<tr><td align="left"${attributes('head')}>${renderSender(branding, medium, attributes)}</td></tr>
<tr><td align="left"${attributes('body')}>
${body(attributes)}
</td></tr>
${foot ? `<tr><td align="left"${attributes('foot')}>${foot(attributes)}</td></tr>` : ''}
</table>
</td></tr></table>
</body>
</html>
`
  return { html, sheet }
}

function renderSender({ name, logo }: Branding, medium: Medium, attributes: Attributes): string {
  const sender = escapeHtml(name ?? PRODUCT_NAME)
  if (!logo) return `<span${attributes('sender')}>${sender}</span>`
  const source = medium === 'email' ? `cid:${LOGO_CONTENT_ID}` : toDataUrl(logo)
  return `<span${attributes('logo')}><img src="${source}" alt="${sender}" height="40"${attributes('image')}></span>`
}
