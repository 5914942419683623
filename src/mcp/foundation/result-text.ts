import type { CallToolResult } from '@modelcontextprotocol/server'
import { isFenced, UNTRUSTED_NOTE } from './untrusted.ts'

/** The first protocol version with structured content, in which clients pass it to their model. */
const STRUCTURED_SINCE = '2025-06-18'

/** How the results of a request's tool calls are sent. */
export type ResultForm = 'structured' | 'text'

/**
 * Returns the form for a request: the whole result as text for clients from before structured content, and for clients that ask for
 * it with `?content=text` because they show their model only the text.
 */
export function resultFormOf({ headers, url }: Pick<Request, 'headers' | 'url'>): ResultForm {
  const version = headers.get('mcp-protocol-version') ?? ''
  const wantsText = new URL(url).searchParams.get('content') === 'text'
  return wantsText || version < STRUCTURED_SINCE ? 'text' : 'structured'
}

/** Returns the response to a successful call. The text only summarizes structured content, so that a model reads it once. */
export function toolResult(result: Record<string, unknown>, form: ResultForm): CallToolResult {
  const json = JSON.stringify(result)
  const note = isFenced(json) ? [UNTRUSTED_NOTE] : []
  const lines = form === 'text' ? [...note, json] : [summaryOf(result), ...note]
  return { structuredContent: result, content: lines.map((text) => ({ type: 'text', text })) }
}

/** Summarizes a result in one line: its short values, the lengths of its lists, and whether there is more. */
function summaryOf({ nextCursor, note, ...result }: Record<string, unknown>): string {
  const parts = Object.entries(result).flatMap(([name, value]) => {
    if (Array.isArray(value)) return `${name}: ${value.length}`
    if (typeof value === 'string' && value.length > MAX_VALUE) return []
    return value === null || typeof value === 'object' ? [] : `${name}: ${String(value)}`
  })
  const more = typeof nextCursor === 'string' ? ['There are more: pass nextCursor as cursor.'] : []
  const notes = typeof note === 'string' ? [note] : []
  return [...notes, `Structured result with ${parts.join(', ') || 'no values'}.`, ...more].join(' ')
}

/** Maximum length of a text in a summary, in UTF-16 units. */
const MAX_VALUE = 80
