import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../browser/chromium.ts'
import { type Demo, startDemo } from './demo.ts'
import { execute } from './execute.ts'
import { openPage, type Page } from './page.ts'
import { pages, snippetsOf } from './snippet.ts'

/** Pages that are not executed yet. */
const PENDING = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/judge.md', 'docs/providers.md']

/** The pages to read: all, or those that the variable SNIPPETS names, separated by commas. */
const chosen = process.env.SNIPPETS?.split(',') ?? pages().filter((page) => !PENDING.includes(page))

const chromium = findChromium()
let launched: Promise<Browser> | undefined
const browser = () => {
  launched ??= launchChromium(chromium ?? '')
  return launched
}

let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(async () => {
  await (await launched)?.close()
  await demo?.close()
})

it('the pages to read exist', () => {
  expect(pages()).toEqual(expect.arrayContaining([...chosen, ...PENDING]))
})

describe.each(chosen)('%s', (file) => {
  const snippets = snippetsOf(file)
  let page: Page
  beforeAll(async () => {
    await demo.forgetManualRuns()
    page = openPage(demo, { file, snippets, browser })
  })
  afterAll(() => page?.close())

  for (const snippet of snippets) {
    const { heading, number, language, words } = snippet
    it.skipIf(language === 'html' && !chromium)(
      `${heading}, ${number}: ${[language, ...words].join(' ')}`,
      () => execute(snippet, page),
    )
  }
})
