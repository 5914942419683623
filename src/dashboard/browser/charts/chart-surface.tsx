import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react'
import styles from './chart.module.css'

/** A movement between the points of a chart. */
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
 * A focusable container for a chart. Arrow keys move between its points and announce `read`; Enter and a click open the
 * answers of the current point.
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
  /** Describes the chart in a sentence. */
  label: string
  /** Describes the current point; empty if there is none. */
  read: string
  onMove: (move: Move) => void
  /** Called with the pointer's position in the chart, in pixels. */
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: no native element offers moving between points by keyboard.
      tabIndex={0}
      role="application"
      aria-roledescription="chart"
      aria-label={`${label} Use the arrow keys to read the points${onOpen ? ', Enter to open the answers' : ''}, T to show the table.`}
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
