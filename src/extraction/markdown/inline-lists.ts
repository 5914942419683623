import type { Line, ListBlock } from './document.ts'

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Lists written within a line: "1) Acme 2) Brio", "(1) Acme, (2) Brio", or "1. Acme 2. Brio" from its beginning. */
export function readInlineLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let bracket = text.indexOf(')')
  lines.forEach((line, index) => {
    if (bracket >= 0 && bracket < line.content) bracket = text.indexOf(')', line.content)
    // Most lines have neither mark, and are not read.
    if (line.ordinal !== 1 && (bracket < 0 || bracket >= line.end)) return
    if (line.kind !== 'text' && line.kind !== 'item') return
    const first = line.ordinal === 1 ? line.content : -1
    const starts = first < 0 ? [] : [first]
    const ends: number[] = []
    for (let at = line.content; at + 2 < line.end; at += 1) {
      const code = text.charCodeAt(at)
      if (code !== 41 && (code !== 46 || first < 0)) continue
      if (text.charCodeAt(at + 1) !== 32 || !isDigit(text.charCodeAt(at - 1))) continue
      let from = at - 1
      while (from > line.content && isDigit(text.charCodeAt(from - 1))) from -= 1
      if (at - from > 2 || Number(text.slice(from, at)) !== starts.length + 1) continue
      const bracket = text.charCodeAt(from - 1) === 40
      const before = text.charAt(bracket ? from - 2 : from - 1)
      if (from > line.content && before !== ' ' && before !== '\u00a0') continue
      if (starts.length > 0) ends.push(bracket ? from - 1 : from)
      starts.push(at + 2)
    }
    if (starts.length < 2) return
    ends.push(line.end)
    const items = starts.map((start, item) => {
      let end = ends[item] ?? line.end
      while (end > start && ' \u00a0,;'.includes(text.charAt(end - 1))) end -= 1
      return { start, end, head: { start, end } }
    })
    lists.push({ kind: 'ordered', items, line: index })
  })
  return lists
}
