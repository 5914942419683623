import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Tracks the width of an element in pixels. It is 0 before the first measurement, and a hidden element keeps its last
 * width.
 */
export function useWidth<Measured extends HTMLElement>(): [RefObject<Measured | null>, number] {
  const element = useRef<Measured>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0)
      if (measured > 0) setWidth(measured)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
