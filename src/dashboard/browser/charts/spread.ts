/**
 * Spreads labels vertically. Each label gets the position closest to the wanted one that is within the bounds and at
 * least `distance` away from its neighbors; the order stays. Without enough room, labels get equal, smaller distances.
 */
export function spread(
  wanted: readonly number[],
  { distance, top, bottom }: { distance: number; top: number; bottom: number },
): number[] {
  const room = Math.max(0, bottom - top)
  const apart = wanted.length > 1 ? Math.min(distance, room / (wanted.length - 1)) : distance
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  /** Groups of touching labels. `first` is the position of a group's first label. */
  const groups: { members: number[]; first: number }[] = []
  for (const index of order) {
    groups.push({ members: [index], first: clamp(wanted[index] ?? 0, top, bottom) })
    for (let last = groups.at(-1), before = groups.at(-2); last && before; ) {
      if (before.first + before.members.length * apart <= last.first) break
      groups.pop()
      before.members.push(...last.members)
      const wishes = before.members.map((member, place) => (wanted[member] ?? 0) - place * apart)
      const mean = wishes.reduce((sum, wish) => sum + wish, 0) / wishes.length
      before.first = clamp(mean, top, Math.max(top, bottom - (before.members.length - 1) * apart))
      last = before
      before = groups.at(-2)
    }
  }
  const places: number[] = wanted.map(() => top)
  for (const { members, first } of groups) {
    for (const [place, member] of members.entries()) places[member] = first + place * apart
  }
  return places
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/** Estimates the width of a text in pixels. Charts need it before the text is rendered. */
export function widthOfText(text: string, fontSize = 12): number {
  return text.length * fontSize * 0.56
}
