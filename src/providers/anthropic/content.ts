import { z } from 'zod'
import type { Span } from '../driver.ts'
import { listOf, text } from '../reading/lenient.ts'
import { answerPassages, type Passage, separatorAfter } from '../reading/passages.ts'

const citationSchema = z.looseObject({
  type: text,
  url: text,
  // Of `search_result_location`, whose address is called so.
  source: text,
  title: text,
})

/** What models sometimes write into a text: what they think, and tags around what they cite. */
const CHATTER = /<(thinking|search_quality_\w{1,20})>[\s\S]*?<\/\1>\s*|<\/?cite\b[^<>]{0,200}>/g

const blockSchema = z.looseObject({
  type: text,
  text: text.transform((own) => own?.replace(CHATTER, '') ?? null),
  citations: listOf(citationSchema),
})
type Block = z.output<typeof blockSchema>

/** Blocks of how the model worked, without text of the answer. */
const SILENT_BLOCKS = new Set(['thinking', 'redacted_thinking', 'container_upload', 'compaction', 'fallback'])

/** The content of a message. */
export interface Content {
  text: string
  /** In the order of the text. */
  citations: { url: string; title: string | null; spans: Span[] }[]
  /** Its uses of tools. */
  toolUses: unknown[]
  /** What the tools returned. */
  toolResults: unknown[]
}

/** Reads the blocks of a message; one whose type is unknown is skipped, and its type is added to `unrecognized`. */
export function readContent(content: string | readonly unknown[], unrecognized: Set<string>): Content {
  let group: { blocks: Block[]; beforeTool: boolean } = { blocks: [], beforeTool: false }
  const groups = [group]
  const toolUses: unknown[] = []
  const toolResults: unknown[] = []
  for (const value of typeof content === 'string' ? [{ type: 'text', text: content }] : content) {
    const block = blockSchema.safeParse(value).data
    const type = block?.type ?? (block?.text == null ? null : 'text')
    if (!block || type === null) unrecognized.add('content')
    else if (type === 'text') group.blocks.push(block)
    else if (/tool_use$/.test(type)) {
      toolUses.push(block)
      group.beforeTool = true
      group = { blocks: [], beforeTool: false }
      groups.push(group)
    } else if (/tool_result$/.test(type)) toolResults.push(block)
    else if (!SILENT_BLOCKS.has(type)) unrecognized.add(`content.${type}`)
  }
  const passages = answerPassages(
    groups.map(({ blocks, beforeTool }) => ({
      blocks,
      beforeTool,
      text: blocks.map(({ text: own }) => own ?? '').join(''),
      cites: blocks.some(({ citations }) => citations.length > 0),
    })),
  )
  return { ...joined(passages, unrecognized), toolUses, toolResults }
}

function joined(
  passages: readonly (Passage & { blocks: Block[] })[],
  unrecognized: Set<string>,
): Pick<Content, 'text' | 'citations'> {
  let all = ''
  const citations: Content['citations'] = []
  for (const { blocks } of passages) {
    all += separatorAfter(all)
    for (const { text: own, citations: given } of blocks) {
      const start = all.length
      all += own ?? ''
      const spans = own?.trim() ? [{ start, end: all.length }] : []
      for (const { type, url, source, title } of given) {
        const address = url ?? source
        if (address === null) unrecognized.add(`citation.${type}`)
        else citations.push({ url: address, title, spans })
      }
    }
  }
  return { text: all, citations }
}
