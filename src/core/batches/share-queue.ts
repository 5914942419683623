/** Questions of one batch to one provider that wait for a place in its queue. */
export interface Flow {
  /** The flow with the lowest turn is served next. */
  turn: number
  /** Share of the places in relation to other flows. */
  weight: number
}

/** Number of places that a flow gets per turn. */
export const QUANTUM = 10

/**
 * Shares the free places of a queue among flows in proportion to their weights, with start-time fair queueing (Goyal,
 * Vin and Cheng, 1996): each turn of a flow delays its next one by the number of places, divided by its weight. A flow
 * that starts with the lowest turn of the others gets its share immediately and no more.
 * @returns the places of each flow, and its next turn
 */
export function shareQueue<Waiting extends Flow>(
  flows: readonly Waiting[],
  places: number,
): { flow: Waiting; places: number; turn: number }[] {
  const shares = flows.map((flow) => ({ flow, places: 0, turn: flow.turn }))
  for (let free = places; free > 0; free -= QUANTUM) {
    const [first, ...others] = shares
    if (!first) break
    const next = others.reduce((lowest, share) => (share.turn < lowest.turn ? share : lowest), first)
    const granted = Math.min(QUANTUM, free)
    next.places += granted
    next.turn += granted / next.flow.weight
  }
  return shares.filter((share) => share.places > 0)
}
