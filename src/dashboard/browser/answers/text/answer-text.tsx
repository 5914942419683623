import type { Root } from 'mdast'
import { memo, useMemo } from 'react'
import styles from './answer-text.module.css'
import { type LeafNode, leavesOf, offsetsOf } from './leaves.ts'
import { definitionsOf, headingLevels, MarkdownNodes } from './markdown-nodes.tsx'
import type { Mark } from './marks.ts'
import { Notes } from './notes.tsx'
import { parseAnswer } from './parse.ts'

/**
 * Renders the Markdown of an answer as React elements. HTML is shown as text, images become links, and only http(s)
 * URLs are links at all.
 */
export const AnswerText = memo(function AnswerText({
  answer,
  marks,
  colors,
  language,
}: {
  answer: string
  marks: readonly Mark[]
  colors: (entityId: string) => { line: string; ground: string }
  language?: string
}) {
  const root: Root = useMemo(() => parseAnswer(answer), [answer])
  const context = useMemo(
    () => ({
      source: answer,
      marks,
      colors,
      definitions: definitionsOf(root),
      levels: headingLevels(root),
      beginnings: beginningsOf(root, marks),
    }),
    [answer, marks, colors, root],
  )
  return (
    <Notes marks={marks}>
      <div className={styles.text} lang={language}>
        <MarkdownNodes nodes={root.children} context={context} />
      </div>
    </Notes>
  )
})

function beginningsOf(root: Root, marks: readonly Mark[]): Map<Mark, LeafNode> {
  const leaves = leavesOf(root).map((leaf) => ({ leaf, ...offsetsOf(leaf) }))
  return new Map(
    marks.flatMap((mark) => {
      const first = leaves.find(({ start, end }) => start < mark.end && end > mark.start)
      return first ? [[mark, first.leaf] as const] : []
    }),
  )
}
