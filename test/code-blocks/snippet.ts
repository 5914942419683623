import { readdirSync, readFileSync } from 'node:fs'
import MarkdownIt from 'markdown-it'

/** A fenced code block of a page. */
export interface Snippet {
  /** The page, from the root of the repository, such as `docs/api.md`. */
  file: string
  /** The nearest heading above it; empty above the first one. */
  heading: string
  /** Its place among those below this heading, from 1. */
  number: number
  /** The line of its fence, from 1. */
  line: number
  /** The first word after the fence; empty without one. */
  language: string
  /** The words after the language. */
  words: string[]
  text: string
}

/** The pages whose snippets are executed, in the order of reading. */
export function pages(): string[] {
  const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  const below = files.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`)
  return ['README.md', 'CONTRIBUTING.md', ...below.sort()]
}

/** All code blocks of a page, those in lists and quotes and indented ones (which have no language) included, in their order. */
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
