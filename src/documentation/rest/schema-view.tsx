import { raw } from 'hono/html'
import { EnumValues } from '../markup/enum-values.tsx'
import { renderInline } from '../markup/markdown.ts'
import { describeType, listConstraints } from './describe.ts'
import type { Schema } from './document.ts'

interface ViewProps {
  schema: Schema
  /** Whether the schema belongs to a request, where callers can leave out fields that are not required. */
  request?: boolean
  /** Whether nested objects are expanded initially. */
  open?: boolean
}

/** The fields of an object. Nested objects can be expanded. */
export function Fields({ schema, request = false, open = false }: ViewProps) {
  const { properties = {}, required = [], oneOf } = schema
  if (oneOf)
    return (
      <ul class="fields">
        {oneOf.map((alternative) => (
          <li>
            <NestedValues schema={alternative} request={request} open={open} />
          </li>
        ))}
      </ul>
    )
  const mark = request ? 'required' : 'may be absent'
  return (
    <ul class="fields">
      {Object.entries(properties).map(([name, field]) => (
        <Field
          name={name}
          schema={field}
          request={request}
          open={open}
          mark={required.includes(name) === request ? mark : null}
        />
      ))}
    </ul>
  )
}

/**
 * A named value with its type, constraints, description and nested values.
 * @param mark a word next to the type, such as `required`
 */
export function Field({ name, schema, mark, ...view }: ViewProps & { name: string; mark: string | null }) {
  return (
    <li>
      <p class="field">
        <code class="name">{name}</code> <span class="type">{describeType(schema)}</span>
        {mark && <span class={`mark ${mark === 'required' ? 'required' : ''}`}>{mark}</span>}
        <Constraints schema={schema} />
      </p>
      {schema.description && <p class="means">{raw(renderInline(schema.description))}</p>}
      <NestedValues schema={schema} {...view} />
    </li>
  )
}

function Constraints({ schema }: { schema: Schema }) {
  return (
    <>
      {listConstraints(schema).map((constraint) => (
        <span class="constraint">{constraint}</span>
      ))}
    </>
  )
}

/** The values of an enumeration, or the fields of an object, a list's items or alternatives. */
function NestedValues({ schema, ...view }: ViewProps) {
  const { enum: values, 'x-enumDescriptions': descriptions = {}, items, properties } = schema
  const anyOf = schema.anyOf ?? schema.oneOf
  if (values) {
    const names = values.filter((value) => value !== null).map(String)
    return <EnumValues values={names.map((name) => ({ name, description: descriptions[name] ?? '' }))} />
  }
  if (items) {
    const simple = !items.properties && !items.anyOf && listConstraints(items).length > 0
    return (
      <>
        {simple && (
          <p class="field">
            <span class="constraint">each</span>
            <Constraints schema={items} />
          </p>
        )}
        <NestedValues schema={items} {...view} />
      </>
    )
  }
  if (anyOf) {
    return (
      <>
        {anyOf.map((alternative) => (
          <NestedValues schema={alternative} {...view} />
        ))}
      </>
    )
  }
  if (!properties) return null
  const count = Object.keys(properties).length
  return (
    <details class="nested" open={view.open}>
      <summary>
        {count} {count === 1 ? 'field' : 'fields'}
      </summary>
      <Fields schema={schema} request={view.request} />
    </details>
  )
}
