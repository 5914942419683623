import { type RefObject, useLayoutEffect } from 'react'

/** Pixels by which rounding may leave a region short of its end. */
const ROUNDING = 1

/**
 * Says by the attribute `data-more` of a region that scrolls sideways on which sides there is more of it: `start`, `end` or
 * both. The style sheet of all pages lets these sides fade.
 */
export function useMoreBeside(region: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const say = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const sides = [
        scrollLeft > ROUNDING && 'start',
        scrollLeft + clientWidth < scrollWidth - ROUNDING && 'end',
      ].filter(Boolean)
      if (sides.length > 0) element.dataset.more = sides.join(' ')
      else delete element.dataset.more
    }
    say()
    const sizes = new ResizeObserver(say)
    for (const one of [element, ...element.children]) sizes.observe(one)
    element.addEventListener('scroll', say, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', say)
    }
  }, [region])
}
