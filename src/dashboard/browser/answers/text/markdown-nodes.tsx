import type { Definition, Heading, Nodes, Parents, Root } from 'mdast'
import { type ReactNode, useRef } from 'react'
import { useMoreBeside } from '../../components/use-more-beside.ts'
import styles from './answer-text.module.css'
import { Citations } from './citations.tsx'
import { Leaf } from './leaf.tsx'
import { SafeLink } from './safe-link.tsx'
import type { TextContext } from './text-context.ts'

/** Collects link definitions by identifier. As in Markdown, the first definition wins. */
export function definitionsOf(node: Nodes, found = new Map<string, Definition>()): Map<string, Definition> {
  if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node)
  if ('children' in node) for (const child of node.children) definitionsOf(child, found)
  return found
}

/** Heading level of the pane; headings inside an answer are below it. */
const PANE_LEVEL = 2

/**
 * Assigns heading levels on the page: the answer's highest level comes right below the pane's heading, and no level is
 * skipped.
 */
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

export function MarkdownNodes({ nodes, context }: { nodes: Children; context: TextContext }) {
  // An answer does not change while it is shown, so the index identifies a node.
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
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
      // The table renders its rows and cells.
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
      return <SafeLink url={node.url}>Image: {node.alt || node.url}</SafeLink>
    case 'imageReference': {
      const url = context.definitions.get(node.identifier)?.url
      return url === undefined ? (node.alt ?? null) : <SafeLink url={url}>Image: {node.alt || url}</SafeLink>
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
    align[index] === 'right' ? styles.right : align[index] === 'center' ? styles.center : undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section ref={region} className={styles.table} tabIndex={0} aria-label="Table in the answer">
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
