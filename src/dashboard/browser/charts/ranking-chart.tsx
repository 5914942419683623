import { useState } from 'react'
import styles from './chart.module.css'
import { ChartSurface, type Move } from './chart-surface.tsx'
import { bestFirst, type Kind, readEstimate, writeAnswers, writeRange, writeValue } from './estimate.ts'
import { type Ranked, RankingPlot, rankingHeight, rowHeightOf } from './ranking-plot.tsx'
import { useWidth } from './use-width.ts'

/** Sorts entities by value, the best first, and drops entities without a value. */
export function rank(kind: Kind, entities: readonly Ranked[]): Ranked[] {
  const order = bestFirst(kind)
  return entities
    .filter(({ estimate }) => estimate.value !== null)
    .toSorted((a, b) => order(a.estimate.value, b.estimate.value))
}

/**
 * Entities sorted by a metric, as dots with interval bands.
 * @param entities as sorted by {@link rank}
 * @param onOpen opens the answers of an entity
 */
export function RankingChart({
  kind,
  entities,
  label,
  onOpen,
}: {
  kind: Kind
  entities: readonly Ranked[]
  label: string
  onOpen?: (entityId: string) => void
}) {
  const [surface, width] = useWidth<HTMLDivElement>()
  const [active, setActive] = useState<number | null>(null)
  const chosen = active === null ? undefined : entities[active]
  const read = chosen
    ? `${(active ?? 0) + 1} of ${entities.length}: ${chosen.name}, ${readEstimate(kind, chosen.estimate)}`
    : ''
  const rowHeight = rowHeightOf(entities.length)
  const height = rankingHeight(entities.length)
  return (
    <ChartSurface
      surface={surface}
      label={label}
      read={read}
      onMove={(move) => setActive(movedOver(entities.length, active, move))}
      onPoint={(_, y) => setActive(Math.max(0, Math.min(entities.length - 1, Math.floor(y / rowHeight))))}
      onLeave={() => setActive(null)}
      onOpen={onOpen && (() => chosen && onOpen(chosen.id))}
    >
      <div style={{ height }}>
        {width > 0 && <RankingPlot kind={kind} entities={entities} width={width} active={active} />}
      </div>
      {chosen && (
        <div
          className={styles.readout}
          aria-hidden="true"
          style={{ top: ((active ?? 0) + 1) * rowHeight, right: 0 }}
        >
          <p>{chosen.name}</p>
          <span>
            {writeValue(kind, chosen.estimate.value)}, {writeRange(kind, chosen.estimate)}
          </span>
          <span>{writeAnswers(chosen.estimate)}</span>
          {onOpen && <p className={styles.hint}>Click or press Enter for the answers</p>}
        </div>
      )}
    </ChartSurface>
  )
}

function movedOver(count: number, active: number | null, move: Move): number | null {
  if (count === 0) return null
  switch (move) {
    case 'first':
      return 0
    case 'last':
      return count - 1
    case 'up':
    case 'left':
      return active === null ? 0 : Math.max(0, active - 1)
    case 'down':
    case 'right':
      return active === null ? 0 : Math.min(count - 1, active + 1)
  }
}
