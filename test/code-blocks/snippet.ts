import { readdirSync, readFileSync } from 'node:fs'
import MarkdownIt from 'markdown-it'

/** A code block of a page. */
export interface Snippet {
  /** Path of the page from the root of the repository, such as `docs/api.md`. */
  file: string
  /** The last heading before the block; empty if there is none. */
  heading: string
  /** Number of the block under this heading, from 1. */
  number: number
  /** Line of the fence, from 1. */
  line: number
  /** First word after the fence; empty if there is none. */
  language: string
  /** Words after the language. */
  words: string[]
  text: string
}

/** Returns the pages whose snippets are executed, in reading order. */
export function pages(): string[] {
  const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  const below = files.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`)
  return ['README.md', 'CONTRIBUTING.md', ...below.sort()]
}

/** Returns all code blocks of a page in order, including blocks in lists and quotes, and indented blocks without a language. */
export function snippetsOf(file: string, markdown = readFileSync(file, 'utf8')): Snippet[] {
  const snippets: Snippet[] = []
  let heading = ''
  let number = 0
  const tokens = new MarkdownIt().parse(markdown, {})
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      heading = tokens[index + 1]?.content ?? ''
      number = 0
    }
    if (token.type !== 'fence' && token.type !== 'code_block') continue
    number += 1
    const [language = '', ...words] = token.info.trim().split(/\s+/)
    snippets.push({
      file,
      heading,
      number,
      line: (token.map?.[0] ?? 0) + 1,
      language,
      words,
      text: token.content,
    })
  }
  return snippets
}
