import { z } from 'zod'
import { text } from '../parsing/lenient.ts'

/** The results of a tool. */
export interface Findings {
  sources: { url: string; title: string | null }[]
  /** Such as `web_search_tool_result_error.max_uses_exceeded`. */
  errors: string[]
  /** Number of result lists, including empty ones. A failed search returns an error instead of a list. */
  lists: number
}

const findingSchema = z.looseObject({
  type: text,
  url: text,
  // A `search_result` has its URL in this field.
  source: text,
  title: text,
  error_code: text,
  content: z.unknown().optional(),
})

/** Maximum nesting of lists and blocks. Tool results are never deeper. */
const MAXIMUM_DEPTH = 8

/**
 * Collects sources and errors from a block of tool results. A search returns a list or an error, a fetched page
 * returns the page, and code execution returns its output, which can contain such blocks again.
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

/** Returns the title of a nested document. Fetched pages have their title there. */
function titleOf(content: unknown): string | null {
  return findingSchema.safeParse(content).data?.title ?? null
}
