/** Resident memory of both processes in megabytes, and the minutes since the start of the load. */
export interface MemorySample {
  minutes: number
  gateway: number
  worker: number
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [720, 300, 50, 30]
const COLORS = { gateway: '#2563eb', worker: '#d97706' } as const
const STEP = 100

/** Returns an SVG that shows the memory of both processes over time. */
export function drawMemory(samples: readonly MemorySample[]): string {
  const minutes = samples.at(-1)?.minutes ?? 1
  const top =
    Math.ceil(Math.max(...samples.flatMap(({ gateway, worker }) => [gateway, worker])) / STEP) * STEP
  const x = (at: number) => (LEFT + ((WIDTH - LEFT - 10) * at) / minutes).toFixed(1)
  const y = (megabytes: number) => (HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 30) * megabytes) / top).toFixed(1)
  const lines = Array.from({ length: top / STEP + 1 }, (_, n) => n * STEP).map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - 10}" y1="${y(value)}" y2="${y(value)}" stroke="#d4d4d8"/>` +
      `<text x="${LEFT - 6}" y="${y(value)}" text-anchor="end" dominant-baseline="middle">${value}</text>`,
  )
  const ticks = Array.from({ length: 7 }, (_, n) => (minutes * n) / 6).map(
    (at) => `<text x="${x(at)}" y="${HEIGHT - 10}" text-anchor="middle">${Math.round(at)} min</text>`,
  )
  const curves = (['gateway', 'worker'] as const).map((role, index) => {
    const points = samples.map((sample) => `${x(sample.minutes)},${y(sample[role])}`).join(' ')
    return (
      `<polyline points="${points}" fill="none" stroke="${COLORS[role]}" stroke-width="1.5"/>` +
      `<text x="${LEFT + 10 + index * 90}" y="16" fill="${COLORS[role]}">${role}</text>`
    )
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#52525b">`,
    '<title>Resident memory in megabytes under mixed load</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...lines,
    ...ticks,
    ...curves,
    '</svg>\n',
  ].join('\n')
}
