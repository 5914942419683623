import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './button.tsx'
import styles from './menu.module.css'

/**
 * A button that opens a panel below it, for example with actions or check boxes. Escape and a click elsewhere close it.
 * The panel's content is only mounted while it is open.
 */
export function Menu({
  label,
  name,
  kind,
  disabled = false,
  set = false,
  arrow = false,
  children,
}: {
  label: ReactNode
  /** Accessible name, if the label alone is not clear. */
  name?: string
  kind?: ComponentProps<typeof Button>['kind']
  disabled?: boolean
  /** Whether a choice is active, as in a filter. */
  set?: boolean
  /** Whether to show an arrow, as in a select. */
  arrow?: boolean
  /** Content of the panel, or a function that receives a callback to close it. */
  children: ReactNode | ((close: () => void) => ReactNode)
}) {
  const id = useId()
  const button = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => panel.current?.hidePopover()
  const place = () => {
    const box = button.current?.getBoundingClientRect()
    if (!box || !panel.current) return
    const { style, offsetWidth, offsetHeight } = panel.current
    const left = Math.max(8, Math.min(box.left, window.innerWidth - offsetWidth - 8))
    const fitsBelow = box.bottom + offsetHeight + 8 < window.innerHeight
    style.left = `${left}px`
    style.top = `${fitsBelow ? box.bottom + 4 : Math.max(8, box.top - offsetHeight - 4)}px`
  }
  return (
    <span ref={button} className={styles.anchor} data-set={set || undefined} data-arrow={arrow || undefined}>
      <Button
        popoverTarget={id}
        disabled={disabled}
        aria-haspopup="true"
        aria-label={name}
        {...(kind && { kind })}
      >
        {label}
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it on Escape. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside receive the clicks. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={styles.panel}
        // The content is mounted before the panel opens, because its size determines the position.
        onBeforeToggle={({ newState, target, currentTarget }) =>
          target === currentTarget && newState === 'open' && flushSync(() => setOpen(true))
        }
        onToggle={({ newState, target, currentTarget }) => {
          if (target !== currentTarget) return
          if (newState !== 'open') return setOpen(false)
          place()
          panel.current?.querySelector<HTMLElement>('input:not([type="checkbox"])')?.focus()
        }}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('[data-closes]')) close()
        }}
      >
        {open && (typeof children === 'function' ? children(close) : children)}
      </div>
    </span>
  )
}

/** An action in a menu. Clicking it closes the menu. */
export function MenuItem({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" data-closes className={styles.item} onClick={onClick}>
      {children}
    </button>
  )
}
