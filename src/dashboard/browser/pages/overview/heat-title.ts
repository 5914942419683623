import { bestFirst, type Estimate, type Kind } from '../../charts/estimate.ts'
import { type HeatRow, isFew } from '../../charts/heat-map.tsx'

/**
 * Returns where the brand is behind, such as `Where you fall behind: 5 of 7 providers`. Only counts providers with
 * enough answers for the brand, and only compares it with competitors that have enough answers too.
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
  const comparable = columns.filter(({ id }) => brand && !isFew(cell(brand.id, id)))
  if (!brand || comparable.length === 0) return 'Where you fall behind: too few answers to tell'
  const behind = comparable.filter(({ id }) => {
    const brandValue = cell(brand.id, id)?.value
    return rows.some(
      (row) => !row.main && !isFew(cell(row.id, id)) && compared(cell(row.id, id)?.value, brandValue) < 0,
    )
  })
  const few = columns.length - comparable.length
  const rest =
    few > 0 ? `; ${few} of ${columns.length} providers ${few === 1 ? 'has' : 'have'} too few answers` : ''
  return `Where you fall behind: ${behindOn(behind, comparable.length)}${rest}`
}

function behindOn(behind: readonly { name: string }[], providers: number): string {
  const [only] = behind
  if (!only) return 'nowhere'
  if (behind.length === 1) return only.name
  return behind.length === providers
    ? `all ${providers} providers`
    : `${behind.length} of ${providers} providers`
}
