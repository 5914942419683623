import { z } from 'zod'
import { text } from '../reading/lenient.ts'

/** What a tool returned. */
export interface Findings {
  sources: { url: string; title: string | null }[]
  /** Such as `web_search_tool_result_error.max_uses_exceeded`. */
  errors: string[]
  /** Number of lists, also empty ones: an error comes in place of a list. */
  lists: number
}

const findingSchema = z.looseObject({
  type: text,
  url: text,
  // Of a `search_result`, whose address is called so.
  source: text,
  title: text,
  error_code: text,
  content: z.unknown().optional(),
})

/** Lists and blocks within each other that are looked through; more is no answer of a tool. */
const MAXIMUM_DEPTH = 8

/**
 * Reads a block of results: of a search a list or an error, of a page that was read the page, and of a program what it printed,
 * which may hold blocks again.
 */
export function readFindings(block: unknown): Findings {
  const findings: Findings = { sources: [], errors: [], lists: 0 }
  collect(block, findings, 0)
  return findings
}

function collect(value: unknown, findings: Findings, depth: number): void {
  if (depth > MAXIMUM_DEPTH) return
  if (Array.isArray(value)) {
    for (const each of value) collect(each, findings, depth + 1)
    return
  }
  const finding = findingSchema.safeParse(value).data
  if (!finding) return
  const { type, title, error_code: code, content } = finding
  const url = finding.url ?? finding.source
  if (url !== null) findings.sources.push({ url, title: title ?? titleOf(content) })
  else if (code !== null) findings.errors.push(`${type}.${code}`)
  else {
    if (type === 'web_search_tool_result' && Array.isArray(content)) findings.lists += 1
    collect(content, findings, depth + 1)
  }
}

/** The title of a document, as the pages that were read are given. */
function titleOf(content: unknown): string | null {
  return findingSchema.safeParse(content).data?.title ?? null
}
