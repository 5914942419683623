import { existsSync, readFileSync } from 'node:fs'

/** Folder of the labelled sets, which are not part of the repository. */
export const DATA = process.env.DATA ?? '../shared/data'

/** A labelled name of a text. `start` is in UTF-16 code units; null where the set has no offsets. */
export interface Target {
  name: string
  label: string
  role?: string
  /** Position in the order in which the text recommends, from 1. */
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

/** A labelled list item, as written in the text. */
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

/** Path of the file of a set. */
export function pathOf(set: string): string {
  return `${DATA}/${set}/dev.jsonl`
}

/** Reads a set (JSON lines with offsets in code points); null when its file does not exist. */
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
