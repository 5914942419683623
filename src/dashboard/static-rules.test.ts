import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const BROWSER = join(import.meta.dirname, 'browser')

/** The code of the pages, by file. */
const CODE = readdirSync(BROWSER, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) => /\.(tsx?|html)$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('generated'),
  )
  .map((name) => ({ name, text: readFileSync(join(BROWSER, name), 'utf8') }))

/** What would let a text of somebody else become markup or code, or break the Content-Security-Policy. */
const FORBIDDEN: Record<string, RegExp> = {
  'HTML from text':
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|createContextualFragment|setHTMLUnsafe/,
  'code from text': /\beval\(|new Function\(|set(Timeout|Interval)\(\s*['"`]/,
  'styles as text': /\bstyle=["'`]|style=\{["'`]|setAttribute\(\s*['"]style|cssText|<style/,
  'scripts and handlers as text': /\son[a-z]+=["']|setAttribute\(\s*['"]on/,
}

describe('the code of the dashboard', () => {
  it.each(Object.entries(FORBIDDEN))('makes no %s', (_, pattern) => {
    expect(CODE.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([])
  })

  it('opens other sites without telling them where from, and without a handle on this page', () => {
    const links = CODE.flatMap(({ name, text }) =>
      [...text.matchAll(/<(?:a|Link)\b[^<]*?target="_blank"[^<]*?>/gs)].map(([tag]) => ({ name, tag })),
    )
    const named = CODE.flatMap(({ text }) => text.match(/_blank/g) ?? [])
    expect(links.filter(({ tag }) => !/rel="noreferrer noopener"/.test(tag))).toEqual([])
    expect(named, 'every _blank is on such a link').toHaveLength(links.length)
  })
})
