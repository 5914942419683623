import type { Child } from 'hono/jsx'

/** The heading of a section, with a link to itself. */
export function SectionHeading({ id, children }: { id: string; children: Child }) {
  return (
    <h2 id={id}>
      {children}{' '}
      <a class="anchor" href={`#${id}`} aria-label="Link to this section">
        #
      </a>
    </h2>
  )
}
