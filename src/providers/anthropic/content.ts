import { z } from 'zod'
import type { Span } from '../../core/provider-port/driver.ts'
import { listOf, text } from '../parsing/lenient.ts'
import {
  answerPassages,
  isAnnouncement as isAnnounced,
  type Passage,
  separatorAfter,
} from '../parsing/passages.ts'

const citationSchema = z.looseObject({
  type: text,
  url: text,
  // A `search_result_location` has its URL in this field.
  source: text,
  title: text,
})

/** Markup that models sometimes write into a text: their thinking, and tags around what they cite. */
const CHATTER = /<(thinking|search_quality_\w{1,20})>[\s\S]*?<\/\1>\s*|<\/?cite\b[^<>]{0,200}>/g

const blockSchema = z.looseObject({
  type: text,
  text: text.transform((value) => value?.replace(CHATTER, '') ?? null),
  citations: listOf(citationSchema),
})
type Block = z.output<typeof blockSchema>

/** Blocks about how the model worked, without text of the answer. */
const SILENT_BLOCKS = new Set(['thinking', 'redacted_thinking', 'container_upload', 'compaction', 'fallback'])

export interface Content {
  text: string
  /** In the order of the text. */
  citations: { url: string; title: string | null; spans: Span[] }[]
  /** Whether the text is only an announcement such as "Let me search for …". */
  isAnnouncement: boolean
  toolUses: unknown[]
  toolResults: unknown[]
}

/** Parses the blocks of a message. Skips blocks of unknown types and adds their type to `unrecognized`. */
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
      text: blocks.map((block) => block.text ?? '').join(''),
      cites: blocks.some(({ citations }) => citations.length > 0),
    })),
  )
  const isAnnouncement = passages.length > 0 && passages.every((passage) => isAnnounced(passage))
  return { ...joined(passages, unrecognized), isAnnouncement, toolUses, toolResults }
}

function joined(
  passages: readonly (Passage & { blocks: Block[] })[],
  unrecognized: Set<string>,
): Pick<Content, 'text' | 'citations'> {
  let all = ''
  const citations: Content['citations'] = []
  for (const { blocks } of passages) {
    all += separatorAfter(all)
    for (const { text: blockText, citations: blockCitations } of blocks) {
      const start = all.length
      all += blockText ?? ''
      const spans = blockText?.trim() ? [{ start, end: all.length }] : []
      for (const { type, url, source, title } of blockCitations) {
        const address = url ?? source
        if (address === null) unrecognized.add(`citation.${type}`)
        else citations.push({ url: address, title, spans })
      }
    }
  }
  return { text: all, citations }
}
