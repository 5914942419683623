import { bestFirst, type Estimate, type Kind } from '../../figures/estimate.ts'
import { type HeatRow, isFew } from '../../figures/heat-map.tsx'

/**
 * Where the brand is behind: `Where we lose: behind on 5 of 7 providers`. Counted are providers that have enough answers for the
 * brand, and others only where they have enough as well.
 */
export function heatTitle({
  kind,
  rows,
  columns,
  cell,
}: {
  kind: Kind
  rows: readonly HeatRow[]
  columns: readonly { id: string; name: string }[]
  cell: (rowId: string, columnId: string) => Estimate | null
}): string {
  const brand = rows.find(({ main }) => main)
  const compared = bestFirst(kind)
  const told = columns.filter(({ id }) => brand && !isFew(cell(brand.id, id)))
  if (!brand || told.length === 0) return 'Where we lose: too few answers to tell'
  const behind = told.filter(({ id }) => {
    const own = cell(brand.id, id)?.value
    return rows.some(
      (row) => !row.main && !isFew(cell(row.id, id)) && compared(cell(row.id, id)?.value, own) < 0,
    )
  })
  const few = columns.length - told.length
  const rest =
    few > 0 ? `; ${few} of ${columns.length} providers ${few === 1 ? 'has' : 'have'} too few answers` : ''
  return `Where we lose: ${behindOn(behind, told.length)}${rest}`
}

function behindOn(behind: readonly { name: string }[], told: number): string {
  const [only] = behind
  if (!only) return 'nobody is ahead of us'
  if (behind.length === 1) return `behind on ${only.name}`
  return behind.length === told
    ? `behind on all ${told} providers`
    : `behind on ${behind.length} of ${told} providers`
}
