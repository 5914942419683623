import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../browser/chromium.ts'
import { type Demo, startDemo } from './demo.ts'
import { execute } from './execute.ts'
import { openPage, type Page } from './page.ts'
import { pages, snippetsOf } from './snippet.ts'

/** The pages to read: all, or those that the variable SNIPPETS names, separated by commas. */
const chosen = process.env.SNIPPETS?.split(',') ?? pages()

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
  expect(pages()).toEqual(expect.arrayContaining(chosen))
})

/** The demo project is run by hand once at a time: pages that do it are executed one after the other, beside all others. */
const runsByHand = (file: string) =>
  snippetsOf(file).some(({ text }) => /analysis\/trigger|startRun\(/.test(text))

describe.concurrent.each([
  { name: 'pages that run the project by hand', files: chosen.filter(runsByHand) },
  { name: 'other pages', files: chosen.filter((file) => !runsByHand(file)) },
])('$name', ({ files }) => {
  describe.sequential.each(files)('%s', (file) => readPage(file))
})

/** A test for each snippet of a page, in their order. */
function readPage(file: string): void {
  const snippets = snippetsOf(file)
  let page: Page
  beforeAll(async () => {
    if (runsByHand(file)) await demo.forgetManualRuns()
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
}
