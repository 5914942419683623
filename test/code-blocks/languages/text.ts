import type { Executor } from '../execute.ts'

/** A diagram, marked by that word, says nothing to execute; anything else is what the block directly above prints. */
export const text: Executor = async (snippet, page) => {
  if (snippet.words[0] === 'diagram') return
  const above = page.beside(snippet, -1)
  const printed = above && page.outputs.get(above)
  if (printed === undefined) throw new Error('no block directly above prints anything')
  if (!matches(snippet.text, printed)) throw new Error(`printed instead:\n${printed.trim()}`)
}

/** Whether the text was printed, with anything in place of each `…`; a last line `…` stands for lines that may follow. */
export function matches(text: string, printed: string): boolean {
  const parts = text.trim().replace(/\n…$/, '…').split('…')
  const literal = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('[^]*')}$`).test(printed.replaceAll('\r\n', '\n').trim())
}
