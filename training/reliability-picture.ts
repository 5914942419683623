import type { ReliabilityBin } from './calibration.ts'

const SIZE = 260
const MARGIN = 40

const COLUMNS = 2

/** Draws reliability curves in two columns as an SVG: the share that was right over the probability, and the diagonal. */
export function drawReliability(
  curves: Readonly<Record<string, { bins: readonly ReliabilityBin[] }>>,
): string {
  const plots = Object.entries(curves).map(([name, { bins }], index) => {
    const left = MARGIN + (index % COLUMNS) * (SIZE + MARGIN)
    const top = MARGIN + Math.floor(index / COLUMNS) * (SIZE + 2 * MARGIN)
    const x = (share: number) => (left + share * SIZE).toFixed(1)
    const y = (share: number) => (top + (1 - share) * SIZE).toFixed(1)
    const points = bins.map(({ probability, right }) => `${x(probability)},${y(right)}`)
    const ticks = [0, 0.5, 1].map(
      (tick) =>
        `<text x="${x(tick)}" y="${top + SIZE + 16}" text-anchor="middle">${tick}</text>` +
        `<text x="${left - 6}" y="${y(tick)}" text-anchor="end" dominant-baseline="middle">${tick}</text>`,
    )
    return [
      `<text x="${x(0.5)}" y="${top - 14}" text-anchor="middle" font-weight="600">${name}</text>`,
      `<rect x="${left}" y="${top}" width="${SIZE}" height="${SIZE}" fill="none" stroke="#8a8f98"/>`,
      `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#8a8f98" stroke-dasharray="4 4"/>`,
      `<polyline points="${points.join(' ')}" fill="none" stroke="#2f7de1" stroke-width="2"/>`,
      ...points.map(
        (point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="4" fill="#2f7de1"/>`,
      ),
      ...ticks,
      `<text x="${x(0.5)}" y="${top + SIZE + 34}" text-anchor="middle">probability</text>`,
    ].join('\n')
  })
  const width = MARGIN + COLUMNS * (SIZE + MARGIN)
  const height = Math.ceil(plots.length / COLUMNS) * (SIZE + 2 * MARGIN) + 10
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#6b7079">
<title>Share of predictions that were right, by their probability</title>
${plots.join('\n')}
</svg>
`
}
