import { raw } from 'hono/html'
import { renderInline } from './markdown.ts'

/** The values of an enumeration with their descriptions. */
export function EnumValues({ values }: { values: readonly { name: string; description: string }[] }) {
  return (
    <dl class="values">
      {values.map(({ name, description }) => (
        <>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{raw(renderInline(description))}</dd>
        </>
      ))}
    </dl>
  )
}
