import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react'
import styles from './chart.module.css'

/** A movement over the points of a chart. */
export type Move = 'left' | 'right' | 'up' | 'down' | 'first' | 'last'

const MOVES: Readonly<Record<string, Move>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
}

/**
 * What a chart is drawn on: it can be focused, the arrow keys move over its points and `read` is read out; Enter and a click
 * open the answers behind the point.
 */
export function ChartSurface({
  surface,
  label,
  read,
  onMove,
  onPoint,
  onLeave,
  onOpen,
  children,
}: {
  surface: RefObject<HTMLDivElement | null>
  /** What the chart shows, in a sentence. */
  label: string
  /** The present point in words; empty without one. */
  read: string
  onMove: (move: Move) => void
  /** The pointer is at this place of the chart, in pixels. */
  onPoint: (x: number, y: number) => void
  onLeave: () => void
  onOpen?: (() => void) | undefined
  children: ReactNode
}) {
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = MOVES[event.key]
    if (move) {
      event.preventDefault()
      onMove(move)
    } else if (event.key === 'Enter' && onOpen && read !== '') {
      event.preventDefault()
      onOpen()
    } else if (event.key === 'Escape') onLeave()
  }
  const point = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect()
    onPoint(clientX - box.left, clientY - box.top)
  }
  return (
    <div
      ref={surface}
      className={styles.surface}
      data-opens={onOpen && read !== '' ? true : undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move over its points, which no native element offers.
      tabIndex={0}
      role="application"
      aria-roledescription="chart"
      aria-label={`${label} Arrow keys read its points${onOpen ? ', Enter opens their answers' : ''}, T shows the table.`}
      onKeyDown={press}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={onLeave}
      onBlur={onLeave}
      onClick={() => read !== '' && onOpen?.()}
    >
      {children}
      <span role="status" className="visually-hidden">
        {read}
      </span>
    </div>
  )
}
