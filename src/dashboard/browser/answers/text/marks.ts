import type { SourcePlaces } from './source-places.ts'

/** A range of an answer in UTF-16 code units; `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

/** A marked range of an answer. */
export type Mark = Span &
  (
    | { kind: 'name'; id: string; entityId: string; name: string }
    | { kind: 'evidence'; id: string; note: string }
    | { kind: 'citation'; id: string; position: number; url: string; title: string | null }
    | { kind: 'added' | 'removed'; id: string }
  )

/** Part of a text and the marks that cover it. */
export interface Piece {
  text: string
  marks: readonly Mark[]
}

/** Splits the text of a node at the start and end of each mark. */
export function piecesOf(text: string, { starts, ends }: SourcePlaces, marks: readonly Mark[]): Piece[] {
  const first = starts[0] ?? 0
  const last = ends.at(-1) ?? 0
  const here = marks
    .filter(({ start, end }) => start < last && end > first)
    .map((mark) => ({
      mark,
      from: indexFrom(ends, (end) => end > mark.start),
      to: indexFrom(starts, (start) => start >= mark.end),
    }))
    .filter(({ from, to }) => from < to)
  const cuts = [...new Set([0, text.length, ...here.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  )
  return cuts.slice(1).map((to, index) => {
    const from = cuts[index] ?? 0
    return {
      text: text.slice(from, to),
      marks: here.filter((covering) => covering.from <= from && covering.to >= to).map(({ mark }) => mark),
    }
  })
}

function indexFrom(places: readonly number[], isPast: (place: number) => boolean): number {
  const index = places.findIndex(isPast)
  return index < 0 ? places.length : index
}
