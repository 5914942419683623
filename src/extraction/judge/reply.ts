/**
 * Parses the JSON object in a judge's reply, which can be in a code fence or between sentences. Returns null if there is
 * none.
 */
export function parseJson(reply: string): unknown {
  try {
    return JSON.parse(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}

/** Maps ids to labels; an id that occurs more than once maps to null. */
export function labelsById<Item extends { id: number }, Label>(
  items: readonly Item[],
  labelOf: (item: Item) => Label,
): Map<number, Label | null> {
  const labels = new Map<number, Label | null>()
  for (const item of items) labels.set(item.id, labels.has(item.id) ? null : labelOf(item))
  return labels
}
