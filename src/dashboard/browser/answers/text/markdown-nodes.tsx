import type { Definition, Heading, Nodes, Parents, Root } from 'mdast'
import { type ReactNode, useRef } from 'react'
import { useMoreBeside } from '../../parts/use-more-beside.ts'
import styles from './answer-text.module.css'
import { Citations } from './citations.tsx'
import { Leaf } from './leaf.tsx'
import { SafeLink } from './safe-link.tsx'
import type { TextContext } from './text-context.ts'

/** The addresses that are defined apart from their links, by identifier; the first one counts. */
export function definitionsOf(node: Nodes, found = new Map<string, Definition>()): Map<string, Definition> {
  if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node)
  if ('children' in node) for (const child of node.children) definitionsOf(child, found)
  return found
}

/** The level of the heading of the pane, below which those of an answer stand. */
const PANE_LEVEL = 2

/** The levels of the headings of an answer on the page: its highest is right below that of the pane, and none is skipped. */
export function headingLevels(root: Root): Map<Heading, number> {
  const headings = root.children.filter((node) => node.type === 'heading')
  const highest = Math.min(...headings.map(({ depth }) => depth))
  let before = PANE_LEVEL
  return new Map(
    headings.map((heading) => {
      before = Math.min(PANE_LEVEL + 1 + heading.depth - highest, before + 1)
      return [heading, before]
    }),
  )
}

type Children = Root['children'] | Parents['children']

/** Nodes of an answer, one after the other. */
export function MarkdownNodes({ nodes, context }: { nodes: Children; context: TextContext }) {
  // Answers do not change while they are shown, so the place of a node identifies it.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
  return nodes.map((node, index) => <MarkdownNode key={index} node={node} context={context} />)
}

function MarkdownNode({ node, context }: { node: Nodes; context: TextContext }): ReactNode {
  const children = 'children' in node ? <MarkdownNodes nodes={node.children} context={context} /> : null
  switch (node.type) {
    case 'root':
      return children
    case 'text':
      return <Leaf leaf={node} context={context} />
    case 'html':
      return /^<br\s*\/?>$/i.test(node.value) ? <br /> : <Leaf leaf={node} context={context} />
    case 'inlineCode':
      return (
        <code>
          <Leaf leaf={node} context={context} />
        </code>
      )
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <pre tabIndex={0}>
          <code>
            <Leaf leaf={node} context={context} />
          </code>
        </pre>
      )
    case 'paragraph':
      return <p>{children}</p>
    case 'heading':
      return <HeadingOf level={context.levels.get(node) ?? 3}>{children}</HeadingOf>
    case 'emphasis':
      return <em>{children}</em>
    case 'strong':
      return <strong>{children}</strong>
    case 'delete':
      return <s>{children}</s>
    case 'blockquote':
      return <blockquote>{children}</blockquote>
    case 'thematicBreak':
      return <hr />
    case 'break':
      return <br />
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{children}</ol> : <ul>{children}</ul>
    case 'listItem':
      return (
        <li className={typeof node.checked === 'boolean' ? styles.task : undefined}>
          {typeof node.checked === 'boolean' && (
            <span role="img" aria-label={node.checked ? 'done' : 'open'}>
              {node.checked ? '☑ ' : '☐ '}
            </span>
          )}
          {children}
        </li>
      )
    case 'table':
      return <Table rows={node.children} align={node.align ?? []} context={context} />
    case 'tableRow':
    case 'tableCell':
      // Rendered by the table.
      return children
    case 'link':
      return (
        <>
          <SafeLink url={node.url}>{children}</SafeLink>
          <Citations node={node} context={context} />
        </>
      )
    case 'linkReference': {
      const url = context.definitions.get(node.identifier)?.url
      return (
        <>
          {url === undefined ? children : <SafeLink url={url}>{children}</SafeLink>}
          <Citations node={node} context={context} />
        </>
      )
    }
    case 'image':
      return <SafeLink url={node.url}>Picture: {node.alt || node.url}</SafeLink>
    case 'imageReference': {
      const url = context.definitions.get(node.identifier)?.url
      return url === undefined ? (
        (node.alt ?? null)
      ) : (
        <SafeLink url={url}>Picture: {node.alt || url}</SafeLink>
      )
    }
    case 'footnoteReference':
      return <Citations node={node} context={context} otherwise={node.label ?? node.identifier} />
    case 'footnoteDefinition':
      return (
        <div className={styles.footnote}>
          <sup>{node.label ?? node.identifier}</sup>
          <div>{children}</div>
        </div>
      )
    case 'definition':
    case 'yaml':
      return null
    default:
      return assertNever(node)
  }
}

function HeadingOf({ level, children }: { level: number; children: ReactNode }) {
  if (level <= 3) return <h3>{children}</h3>
  if (level === 4) return <h4>{children}</h4>
  if (level === 5) return <h5>{children}</h5>
  return <h6>{children}</h6>
}

function Table({
  rows: [head, ...body],
  align,
  context,
}: {
  rows: Extract<Nodes, { type: 'table' }>['children']
  align: readonly (string | null)[]
  context: TextContext
}) {
  const region = useRef<HTMLElement>(null)
  useMoreBeside(region)
  const classOf = (index: number) =>
    align[index] === 'right' ? styles.right : align[index] === 'center' ? styles.centre : undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section ref={region} className={styles.table} tabIndex={0} aria-label="Table of the answer">
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity.
              <th key={index} scope="col" className={classOf(index)}>
                <MarkdownNodes nodes={cell.children} context={context} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
            <tr key={index}>
              {row.children.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity.
                <td key={column} className={classOf(column)}>
                  <MarkdownNodes nodes={cell.children} context={context} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function assertNever(node: never): never {
  throw new Error(`unknown node ${JSON.stringify(node)}`)
}
