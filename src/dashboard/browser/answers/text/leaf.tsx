import { Fragment, type ReactNode } from 'react'
import styles from './answer-text.module.css'
import { CitationMarks } from './citations.tsx'
import { type LeafNode, offsetsOf, placesOfLeaf } from './leaves.ts'
import { type Mark, type Piece, piecesOf } from './marks.ts'
import { SafeLink } from './safe-link.tsx'
import type { TextContext } from './text-context.ts'

/** Renders a text of an answer with its marks. A mark that spans several nodes is rendered in each of them. */
export function Leaf({ leaf, context }: { leaf: LeafNode; context: TextContext }) {
  const { start, end } = offsetsOf(leaf)
  const here = context.marks.filter((mark) => mark.start < end && mark.end > start)
  if (here.length === 0) return leaf.value
  const pieces = piecesOf(leaf.value, placesOfLeaf(leaf, context.source), here)
  return pieces.map((piece, index) => {
    const before = pieces[index - 1]?.marks ?? []
    const after = pieces[index + 1]?.marks ?? []
    const citations = piece.marks.filter(
      (mark) => mark.kind === 'citation' && mark.end <= end && !after.includes(mark),
    )
    const [citation] = citations
    // If the answer numbers its own sources, such as [1], that number becomes the link.
    const isNumber = citation?.kind === 'citation' && /^\[\d+\]$/.test(piece.text)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: an answer does not change while it is shown.
      <Fragment key={index}>
        {isNumber ? (
          <SafeLink url={citation.url} {...(citation.title && { title: citation.title })}>
            {piece.text}
          </SafeLink>
        ) : (
          <>
            {shownPiece(
              piece,
              context,
              (mark) => !before.includes(mark) && context.beginnings.get(mark) === leaf,
            )}
            <CitationMarks citations={citations} />
          </>
        )}
      </Fragment>
    )
  })
}

/** Nesting order of marks, from the inside out. */
const ORDER: Record<Mark['kind'], number> = { name: 0, added: 1, removed: 1, citation: 2, evidence: 3 }

function shownPiece(piece: Piece, context: TextContext, begins: (mark: Mark) => boolean): ReactNode {
  let shown: ReactNode = piece.text
  const marks = piece.marks.toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind])
  for (const mark of marks) {
    shown = (
      <Marked mark={mark} colors={context.colors} begins={begins(mark)}>
        {shown}
      </Marked>
    )
  }
  return shown
}

function Marked({
  mark,
  colors,
  begins,
  children,
}: {
  mark: Mark
  colors: TextContext['colors']
  /** Whether this is the first piece of the mark. */
  begins: boolean
  children: ReactNode
}) {
  switch (mark.kind) {
    case 'name': {
      const { line, ground } = colors(mark.entityId)
      return (
        <mark
          className={styles.name}
          data-mention={mark.id}
          title={mark.name}
          style={{ '--line-color': line, '--ground-color': ground }}
        >
          {children}
        </mark>
      )
    }
    case 'evidence':
      return (
        // A mark that spans several nodes is a single tab stop.
        <span
          className={styles.evidence}
          data-note={mark.id}
          aria-describedby={mark.id}
          {...(begins && { tabIndex: 0 })}
        >
          {children}
        </span>
      )
    case 'added':
      return <ins className={styles.added}>{children}</ins>
    case 'removed':
      return <del className={styles.removed}>{children}</del>
    case 'citation':
      return children
  }
}
