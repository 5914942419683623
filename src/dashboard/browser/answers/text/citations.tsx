import type { Nodes } from 'mdast'
import styles from './answer-text.module.css'
import { leavesOf, offsetsOf } from './leaves.ts'
import type { Mark } from './marks.ts'
import { SafeLink } from './safe-link.tsx'
import type { TextContext } from './text-context.ts'

/**
 * Links to the sources that a link or footnote of an answer refers to, by number. Shows `otherwise` if there are none.
 */
export function Citations({
  node,
  context,
  otherwise,
}: {
  node: Nodes
  context: TextContext
  otherwise?: string
}) {
  const { start, end } = offsetsOf(node)
  // Citations that end inside the text of a link are rendered there.
  const shown = Math.max(start, ...leavesOf(node).map((leaf) => offsetsOf(leaf).end))
  const citations = context.marks.filter(
    (mark) => mark.kind === 'citation' && mark.start < end && mark.end > shown && mark.end <= end,
  )
  if (citations.length === 0) return otherwise === undefined ? null : <sup>{otherwise}</sup>
  return <CitationMarks citations={citations} />
}

/** Numbered links to sources. */
export function CitationMarks({ citations }: { citations: readonly Mark[] }) {
  if (citations.length === 0) return null
  return (
    <sup className={styles.citations}>
      {citations.map((mark) =>
        mark.kind === 'citation' ? (
          <span key={mark.id} data-citation={mark.position}>
            <SafeLink url={mark.url} title={mark.title ? `${mark.title}\n${mark.url}` : mark.url}>
              {mark.position}
            </SafeLink>
          </span>
        ) : null,
      )}
    </sup>
  )
}
