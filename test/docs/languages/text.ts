import type { Executor } from '../execute.ts'

/** A diagram, marked by that word, says nothing to execute; anything else is what the block directly above prints. */
export const text: Executor = async (snippet, page) => {
  if (snippet.words[0] === 'diagram') return
  const above = page.beside(snippet, -1)
  const printed = above && page.outputs.get(above)
  if (printed === undefined) throw new Error('no block directly above prints anything')
  if (!patternOf(snippet.text).test(printed.trim())) throw new Error(`printed instead:\n${printed.trim()}`)
}

/** Matches what the text says, with anything in place of `…`. */
export function patternOf(text: string): RegExp {
  const literal = text
    .trim()
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('[^]*')}$`)
}
