import type { ReactNode } from 'react'

/** A part of the facts. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
