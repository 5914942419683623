import { caddyfile, ini, nginx } from './languages/configuration.ts'
import { graphql } from './languages/graphql.ts'
import { html } from './languages/html.ts'
import { json } from './languages/json.ts'
import { sh } from './languages/sh.ts'
import { sql } from './languages/sql.ts'
import { text } from './languages/text.ts'
import { ts } from './languages/ts.ts'
import { yaml } from './languages/yaml.ts'
import type { Page } from './page.ts'
import type { Snippet } from './snippet.ts'

/** Executes a snippet and stores its output in `page.outputs`. Throws if the result differs from what the page says. */
export type Executor = (snippet: Snippet, page: Page) => Promise<void>

const EXECUTORS: Readonly<Record<string, Executor>> = {
  sh,
  sql,
  graphql,
  ts,
  html,
  json,
  text,
  ini,
  nginx,
  caddyfile,
  yaml,
}

/**
 * Executes a snippet with the executor of its language.
 * @throws {Error} if the snippet fails, or if there is no executor for its language
 */
export async function execute(snippet: Snippet, page: Page): Promise<void> {
  const executor = EXECUTORS[snippet.language]
  if (!executor) throw new Error(`${snippet.file}:${snippet.line}: no executor for "${snippet.language}"`)
  try {
    await executor(snippet, page)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${snippet.file}:${snippet.line}: ${reason}`)
  }
}
