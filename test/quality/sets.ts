import { existsSync, readFileSync } from 'node:fs'

/** Folder of the labeled data sets, which are not part of the repository. */
export const DATA = process.env.DATA ?? '../shared/data'

/** A labeled name in a text. `start` is in UTF-16 code units; null if the data set has no offsets. */
export interface Target {
  name: string
  label: string
  role?: string
  /** Position in the text's order of recommendation, starting at 1. */
  rank?: number
  start: number | null
}

/** A labeled text. */
export interface Labelled {
  text: string
  label?: string
  targets: Target[]
  items: ListedItem[]
}

/** A labeled list item, exactly as in the text. */
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

/** Returns the path of a data set's file. */
export function pathOf(set: string): string {
  return `${DATA}/${set}/dev.jsonl`
}

/** Reads a data set and converts its offsets from code points to UTF-16; null if the file does not exist. */
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
