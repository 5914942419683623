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
import { EnumValues } from '../markup/enum-values.tsx'
import { renderInline, renderText } from '../markup/markdown.ts'
import { SectionHeading } from '../markup/section-heading.tsx'

/** Returns the address of a type's section. */
export type FindAddress = (name: string) => string

type AnyField = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument

/** A type with its description, its interfaces, and its fields, values or members. */
export function TypeView({ type, findAddress }: { type: GraphQLNamedType; findAddress: FindAddress }) {
  return (
    <section aria-labelledby={type.name}>
      <SectionHeading id={type.name}>
        <code>{type.name}</code>
      </SectionHeading>
      {(isObjectType(type) || isInterfaceType(type)) && type.getInterfaces().length > 0 && (
        <p class="implements">
          Implements{' '}
          {type.getInterfaces().map((implemented, index) => (
            <>
              {index > 0 && ', '}
              <TypeLink type={implemented} findAddress={findAddress} />
            </>
          ))}
        </p>
      )}
      <Description text={type.description} />
      <Parts type={type} findAddress={findAddress} />
    </section>
  )
}

function Parts({ type, findAddress }: { type: GraphQLNamedType; findAddress: FindAddress }) {
  if (isEnumType(type)) {
    const values = type.getValues()
    return (
      <EnumValues
        values={values.map(({ name, description }) => ({ name, description: description ?? '' }))}
      />
    )
  }
  if (isUnionType(type)) {
    return (
      <ul>
        {type.getTypes().map((member) => (
          <li>
            <TypeLink type={member} findAddress={findAddress} />
          </li>
        ))}
      </ul>
    )
  }
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return null
  return (
    <ul class="fields">
      {Object.values(type.getFields()).map((field: AnyField) => (
        <FieldView field={field} findAddress={findAddress} />
      ))}
    </ul>
  )
}

/** A section about a field of an operation type, such as a query. */
export function RootFieldView({
  field,
  findAddress,
}: {
  field: GraphQLField<unknown, unknown>
  findAddress: FindAddress
}) {
  return (
    <section aria-labelledby={field.name}>
      <SectionHeading id={field.name}>
        <code>{field.name}</code>
      </SectionHeading>
      <p class="field">
        Returns <TypeLink type={field.type} findAddress={findAddress} />
      </p>
      <Description text={field.description} />
      {field.args.length > 0 && (
        <>
          <h3>Arguments</h3>
          <ul class="fields">
            {field.args.map((argument) => (
              <FieldView field={argument} findAddress={findAddress} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function FieldView({ field, findAddress }: { field: AnyField; findAddress: FindAddress }) {
  const value = 'defaultValue' in field ? field.defaultValue : undefined
  return (
    <li>
      <p class="field">
        <code class="name">{field.name}</code> <TypeLink type={field.type} findAddress={findAddress} />
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
              <FieldView field={argument} findAddress={findAddress} />
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

/** A type in schema syntax, such as `[Prompt!]!`, with a link to the named type. */
function TypeLink({ type, findAddress }: { type: GraphQLType; findAddress: FindAddress }) {
  const { name } = getNamedType(type)
  const [before, after] = String(type).split(name)
  return (
    <code class="type">
      {before}
      <a href={findAddress(name)}>{name}</a>
      {after}
    </code>
  )
}

function Description({ text }: { text: string | null | undefined }) {
  return text ? <div class="means">{raw(renderText(text))}</div> : null
}
