import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { raw } from 'hono/html'
import { renderInline, renderText } from '../guides/markdown.ts'

/** The address of a type's description. */
export type AddressOf = (name: string) => string

type AnyField = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument

/** A type: its description, interfaces, and fields, values or members. */
export function TypeView({ type, addressOf }: { type: GraphQLNamedType; addressOf: AddressOf }) {
  return (
    <section aria-labelledby={type.name}>
      <h2 id={type.name}>
        <code>{type.name}</code>{' '}
        <a class="anchor" href={`#${type.name}`} aria-label="Link to this section">
          #
        </a>
      </h2>
      {(isObjectType(type) || isInterfaceType(type)) && type.getInterfaces().length > 0 && (
        <p class="implements">
          Implements{' '}
          {type.getInterfaces().map((one, index) => (
            <>
              {index > 0 && ', '}
              <TypeLink type={one} addressOf={addressOf} />
            </>
          ))}
        </p>
      )}
      <Means text={type.description} />
      <Parts type={type} addressOf={addressOf} />
    </section>
  )
}

function Parts({ type, addressOf }: { type: GraphQLNamedType; addressOf: AddressOf }) {
  if (isEnumType(type)) {
    return (
      <dl class="values">
        {type.getValues().map(({ name, description }) => (
          <>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{raw(renderInline(description ?? ''))}</dd>
          </>
        ))}
      </dl>
    )
  }
  if (isUnionType(type)) {
    return (
      <ul>
        {type.getTypes().map((one) => (
          <li>
            <TypeLink type={one} addressOf={addressOf} />
          </li>
        ))}
      </ul>
    )
  }
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return null
  return (
    <ul class="fields">
      {Object.values(type.getFields()).map((field: AnyField) => (
        <FieldView field={field} addressOf={addressOf} />
      ))}
    </ul>
  )
}

/** A field of an operation, such as a query: a part of the page of its own. */
export function RootFieldView({
  field,
  addressOf,
}: {
  field: GraphQLField<unknown, unknown>
  addressOf: AddressOf
}) {
  return (
    <section aria-labelledby={field.name}>
      <h2 id={field.name}>
        <code>{field.name}</code>{' '}
        <a class="anchor" href={`#${field.name}`} aria-label="Link to this section">
          #
        </a>
      </h2>
      <p class="field">
        Answers <TypeLink type={field.type} addressOf={addressOf} />
      </p>
      <Means text={field.description} />
      {field.args.length > 0 && (
        <>
          <h3>Arguments</h3>
          <ul class="fields">
            {field.args.map((argument) => (
              <FieldView field={argument} addressOf={addressOf} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function FieldView({ field, addressOf }: { field: AnyField; addressOf: AddressOf }) {
  const value = 'defaultValue' in field ? field.defaultValue : undefined
  return (
    <li>
      <p class="field">
        <code class="name">{field.name}</code> <TypeLink type={field.type} addressOf={addressOf} />
        {value !== undefined && <span class="constraint">default {JSON.stringify(value)}</span>}
        {field.deprecationReason && <span class="mark required">deprecated: {field.deprecationReason}</span>}
      </p>
      {field.description && <p class="means">{raw(renderInline(field.description))}</p>}
      {'args' in field && field.args.length > 0 && (
        <details class="nested">
          <summary>
            {field.args.length} {field.args.length === 1 ? 'argument' : 'arguments'}
          </summary>
          <ul class="fields">
            {field.args.map((argument) => (
              <FieldView field={argument} addressOf={addressOf} />
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

/** A type as it is written in a schema, such as `[Prompt!]!`, with a link to what it is made of. */
function TypeLink({ type, addressOf }: { type: GraphQLType; addressOf: AddressOf }) {
  const { name } = getNamedType(type)
  const [before, after] = String(type).split(name)
  return (
    <code class="type">
      {before}
      <a href={addressOf(name)}>{name}</a>
      {after}
    </code>
  )
}

function Means({ text }: { text: string | null | undefined }) {
  return text ? <div class="means">{raw(renderText(text))}</div> : null
}
