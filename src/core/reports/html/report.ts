import type { Branding } from '../../branding/definition.ts'
import { escapeHtml } from '../../foundation/escape-html.ts'
import type { ReportFacts } from '../foundation/facts.ts'
import { renderReport } from '../render.ts'
import { renderBlocks, textOf } from './blocks.ts'
import { parseReport } from './document.ts'
import { type Page, PRODUCT_NAME, renderPage } from './page.ts'
import { renderPlainText } from './plain-text.ts'
import { renderTiles } from './tiles.ts'

/** A report in all forms that are sent or shown. */
export interface RenderedReport {
  /** Text of the first heading. */
  title: string
  html: string
  /** Style sheet of the HTML. */
  sheet: string
  text: string
}

/** Options of {@link renderHtmlReport}. */
export interface HtmlReportOptions extends Pick<Page, 'medium' | 'foot'> {
  branding: Branding
  /** Paragraph above the report; none by default. */
  note?: string
}

/**
 * Renders a report as a self-contained HTML document and as plain text. Both have the content of its Markdown. Names, answers
 * and other text by third parties have no effect as HTML, and only http and https links are kept.
 */
export function renderHtmlReport(
  facts: ReportFacts,
  { medium, branding, note, foot }: HtmlReportOptions,
): RenderedReport {
  const [first, ...blocks] = parseReport(renderReport(facts)).children
  const title = first ? textOf(first) : PRODUCT_NAME
  const { html, sheet } = renderPage({
    medium,
    title,
    branding,
    body: (attributes) =>
      [
        note === undefined ? '' : `<p${attributes('p')}>${escapeHtml(note)}</p>`,
        first ? renderBlocks([first], attributes) : '',
        renderTiles(facts, attributes),
        renderBlocks(blocks, attributes),
      ].join('\n'),
    ...(foot && { foot }),
  })
  const text = renderPlainText(first ? [first, ...blocks] : blocks)
  return { title, html, sheet, text: note === undefined ? text : `${note}\n\n${text}` }
}
