import { type RefObject, useLayoutEffect } from 'react'

/** Tolerance in pixels for rounding of scroll positions. */
const ROUNDING = 1

/**
 * Sets the `data-more` attribute of a sideways scrolling region to the sides with hidden content: `start`, `end` or
 * both. The base style sheet fades these sides out.
 */
export function useMoreBeside(region: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const sides = [
        scrollLeft > ROUNDING && 'start',
        scrollLeft + clientWidth < scrollWidth - ROUNDING && 'end',
      ].filter(Boolean)
      if (sides.length > 0) element.dataset.more = sides.join(' ')
      else delete element.dataset.more
    }
    update()
    const sizes = new ResizeObserver(update)
    for (const observed of [element, ...element.children]) sizes.observe(observed)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [region])
}
