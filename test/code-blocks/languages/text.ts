import type { Executor } from '../execute.ts'

/** Checks that the previous block printed this text. Blocks marked `diagram` are not checked. */
export const text: Executor = async (snippet, page) => {
  if (snippet.words[0] === 'diagram') return
  const above = page.beside(snippet, -1)
  const printed = above && page.outputs.get(above)
  if (printed === undefined) throw new Error('no block directly above prints anything')
  if (!matches(snippet.text, printed)) throw new Error(`printed instead:\n${printed.trim()}`)
}

/** Returns whether the text was printed. Each `…` matches anything; a last line `…` matches any further lines. */
export function matches(text: string, printed: string): boolean {
  const parts = text.trim().replace(/\n…$/, '…').split('…')
  const literal = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('[^]*')}$`).test(printed.replaceAll('\r\n', '\n').trim())
}
