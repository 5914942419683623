import { raw } from 'hono/html'
import { renderInline } from '../guides/markdown.ts'
import { constraintsOf, type Dereference, typeOf } from './describe.ts'
import type { Schema } from './document.ts'

/** Fields of an object; those that are objects can be opened. */
export function Fields({
  schema,
  dereference,
  request = false,
  open = false,
}: {
  schema: Schema
  dereference: Dereference
  /** Whether what is below the fields is shown at once. */
  open?: boolean
  /** Whether fields that are not required can be left out, which only requests may. */
  request?: boolean
}) {
  const { properties = {}, required = [] } = schema
  return (
    <ul class="fields">
      {Object.entries(properties).map(([name, given]) => (
        <Field
          name={name}
          schema={given}
          dereference={dereference}
          request={request}
          open={open}
          mark={
            request
              ? required.includes(name)
                ? 'required'
                : null
              : required.includes(name)
                ? null
                : 'may be absent'
          }
        />
      ))}
    </ul>
  )
}

/** A named value: its type, what it must be, what it means, and what is below it. */
export function Field({
  name,
  schema: given,
  dereference,
  mark,
  request = false,
  open = false,
}: {
  name: string
  schema: Schema
  dereference: Dereference
  /** A word beside the type, such as `required`. */
  mark: string | null
  request?: boolean
  open?: boolean
}) {
  const schema = dereference(given)
  const constraints = constraintsOf(schema)
  return (
    <li>
      <p class="field">
        <code class="name">{name}</code> <span class="type">{typeOf(schema, dereference)}</span>
        {mark && <span class={`mark ${mark === 'required' ? 'required' : ''}`}>{mark}</span>}
        {constraints.map((one) => (
          <span class="constraint">{one}</span>
        ))}
      </p>
      {schema.description && <p class="means">{raw(renderInline(schema.description))}</p>}
      <Below schema={schema} dereference={dereference} request={request} open={open} />
    </li>
  )
}

/** What a value consists of: the values of an enumeration, the fields of an object, of the items of a list or of alternatives. */
export function Below({
  schema: given,
  dereference,
  request,
  open,
}: {
  schema: Schema
  dereference: Dereference
  request: boolean
  open: boolean
}) {
  const schema = dereference(given)
  if (schema.enum) return <Values schema={schema} />
  if (schema.items) {
    const items = dereference(schema.items)
    const constraints = items.properties || items.anyOf ? [] : constraintsOf(items)
    return (
      <>
        {constraints.length > 0 && (
          <p class="field">
            <span class="constraint">each</span>
            {constraints.map((one) => (
              <span class="constraint">{one}</span>
            ))}
          </p>
        )}
        <Below schema={items} dereference={dereference} request={request} open={open} />
      </>
    )
  }
  if (schema.anyOf) {
    return (
      <>
        {schema.anyOf.map((one) => (
          <Below schema={one} dereference={dereference} request={request} open={open} />
        ))}
      </>
    )
  }
  if (!schema.properties) return null
  const count = Object.keys(schema.properties).length
  return (
    <details class="nested" open={open}>
      <summary>
        {count} {count === 1 ? 'field' : 'fields'}
      </summary>
      <Fields schema={schema} dereference={dereference} request={request} />
    </details>
  )
}

function Values({ schema }: { schema: Schema }) {
  const { enum: values = [], 'x-enumDescriptions': descriptions = {} } = schema
  return (
    <dl class="values">
      {values
        .filter((value) => value !== null)
        .map((value) => (
          <>
            <dt>
              <code>{String(value)}</code>
            </dt>
            <dd>{raw(renderInline(descriptions[String(value)] ?? ''))}</dd>
          </>
        ))}
    </dl>
  )
}
