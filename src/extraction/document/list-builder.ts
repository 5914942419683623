import type { Line, ListBlock, ListItem } from './document.ts'

/** Creates an item. Without `titleEnd`, the title is the whole item. */
export function listItem(start: number, end: number, titleEnd = end): ListItem {
  return { start, end, title: { start, end: titleEnd } }
}

/** Builds the lists of one kind from consecutive items. */
export class ListBuilder {
  /** The open list, if there is one. */
  current: ListBlock | null = null
  private readonly lists: ListBlock[] = []
  private readonly kind: ListBlock['kind']

  constructor(kind: ListBlock['kind']) {
    this.kind = kind
  }

  /** Adds an item to the open list, or to a new list that starts at the line with the index `line`. */
  add(item: ListItem, line: number): void {
    if (!this.current) {
      this.current = { kind: this.kind, items: [], line }
      this.lists.push(this.current)
    }
    this.current.items.push(item)
  }

  /** Makes a line part of the last item of the open list. */
  extend(line: Line): void {
    const last = this.current?.items.at(-1)
    if (last) last.end = line.end
  }

  /** Ends the open list. */
  end(): void {
    this.current = null
  }

  /** Returns all lists with at least `minItems` items. */
  finish(minItems: number): ListBlock[] {
    return this.lists.filter(({ items }) => items.length >= minItems)
  }
}

/** Returns the lists that are each within one line. `split` returns the items of a line, if it contains a list. */
export function findListsWithinLines(
  kind: ListBlock['kind'],
  split: (text: string, line: Line) => ListItem[],
  text: string,
  lines: readonly Line[],
): ListBlock[] {
  return lines.flatMap((line, index) => {
    const items = split(text, line)
    return items.length > 0 ? [{ kind, items, line: index }] : []
  })
}
