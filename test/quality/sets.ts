import { existsSync, readFileSync } from 'node:fs'

/** Where the labelled sets lie; they are no part of the repository. */
export const DATA = process.env.DATA ?? '../shared/data'

/** A name in a labelled text. Offsets are UTF-16; null where the set has none. */
export interface Target {
  name: string
  label: string
  role?: string
  /** Place in the order in which the text recommends, 1-based. */
  rank?: number
  start: number | null
}

/** A labelled text. */
export interface Labelled {
  text: string
  label?: string
  targets: Target[]
  items: ListedItem[]
}

/** An item of a list, as it stands in the text. */
export interface ListedItem {
  text: string
  section: string
}

interface Row {
  text: string
  label?: string
  targets?: { name: string; label?: string; role?: string; rank?: number; start?: number }[]
  items?: ListedItem[]
}

/** File of a set. */
export function pathOf(set: string): string {
  return `${DATA}/${set}/dev.jsonl`
}

/** Reads a set (JSON lines, offsets in code points); null when it is not there. */
export function readSet(set: string): Labelled[] | null {
  const path = pathOf(set)
  if (!existsSync(path)) return null
  const rows: Row[] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return rows.map(({ text, label, targets = [], items = [] }) => {
    const points = Array.from(text)
    const offset = (start?: number) => (start === undefined ? null : points.slice(0, start).join('').length)
    return {
      text,
      ...(label === undefined ? {} : { label }),
      items,
      targets: targets.map((target) => ({
        ...target,
        label: target.label ?? '',
        start: offset(target.start),
      })),
    }
  })
}
