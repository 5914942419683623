import { caddyfile, ini, nginx } from './languages/configuration.ts'
import { graphql } from './languages/graphql.ts'
import { html } from './languages/html.ts'
import { json } from './languages/json.ts'
import { sh } from './languages/sh.ts'
import { text } from './languages/text.ts'
import { ts } from './languages/ts.ts'
import type { Page } from './page.ts'
import type { Snippet } from './snippet.ts'

/** Executes a snippet and keeps in `page.outputs` what it prints. Throws when it does not do what its page promises. */
export type Executor = (snippet: Snippet, page: Page) => Promise<void>

const EXECUTORS: Readonly<Record<string, Executor>> = {
  sh,
  graphql,
  ts,
  html,
  json,
  text,
  ini,
  nginx,
  caddyfile,
}

/**
 * Executes a snippet by the executor of its language.
 * @throws {Error} when it fails, or its language has no executor
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
