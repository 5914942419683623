import { z } from 'zod'
import type { Span } from '../driver.ts'
import { listOf, text } from '../lenient.ts'

const citationSchema = z.looseObject({
  type: text,
  url: text,
  // Of `search_result_location`, whose address is called so.
  source: text,
  title: text,
})

const blockSchema = z.looseObject({ type: text, text, citations: listOf(citationSchema) })
type Block = z.output<typeof blockSchema>

/** Blocks of how the model worked, without text of the answer. */
const SILENT_BLOCKS = new Set(['thinking', 'redacted_thinking', 'container_upload', 'compaction', 'fallback'])

/** Text blocks between two uses of tools. */
interface Passage {
  blocks: Block[]
  /** Whether a tool was used after it. */
  beforeTool: boolean
}

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
  const passages: Passage[] = [{ blocks: [], beforeTool: false }]
  const toolUses: unknown[] = []
  const toolResults: unknown[] = []
  for (const value of typeof content === 'string' ? [{ type: 'text', text: content }] : content) {
    const block = blockSchema.safeParse(value).data
    const type = block?.type ?? (block?.text == null ? null : 'text')
    if (!block || type === null) unrecognized.add('content')
    else if (type === 'text') passages.at(-1)?.blocks.push(block)
    else if (/tool_use$/.test(type)) {
      toolUses.push(block)
      for (const passage of passages) passage.beforeTool = true
      passages.push({ blocks: [], beforeTool: false })
    } else if (/tool_result$/.test(type)) toolResults.push(block)
    else if (!SILENT_BLOCKS.has(type)) unrecognized.add(`content.${type}`)
  }
  return { ...joined(answerOf(passages), unrecognized), toolUses, toolResults }
}

/**
 * The passages that are part of the answer. A paragraph without citations before a search, such as "Let me search for …", tells what the
 * model is about to do: it is left out where other text follows.
 */
function answerOf(passages: readonly Passage[]): Passage[] {
  const spoken = passages.filter((passage) => textOf(passage).trim() !== '')
  const last = spoken.at(-1)
  return spoken.filter((passage) => passage === last || !isAnnouncement(passage))
}

function isAnnouncement(passage: Passage): boolean {
  const { blocks, beforeTool } = passage
  return (
    beforeTool &&
    blocks.every(({ citations }) => citations.length === 0) &&
    !/\n/.test(textOf(passage).trim())
  )
}

function textOf({ blocks }: Passage): string {
  return blocks.map(({ text: own }) => own ?? '').join('')
}

function joined(
  passages: readonly Passage[],
  unrecognized: Set<string>,
): Pick<Content, 'text' | 'citations'> {
  let all = ''
  const citations: Content['citations'] = []
  for (const { blocks } of passages) {
    if (all !== '' && !/\n\s*$/.test(all)) all += '\n\n'
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
