import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const BROWSER = join(import.meta.dirname, 'browser')

/** Source files of the dashboard. */
const CODE = readdirSync(BROWSER, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) => /\.(tsx?|html)$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('generated'),
  )
  .map((name) => ({ name, text: readFileSync(join(BROWSER, name), 'utf8') }))

/** Patterns that could turn someone else's text into markup or code, or violate the Content-Security-Policy. */
const FORBIDDEN: Record<string, RegExp> = {
  'HTML from text':
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|createContextualFragment|setHTMLUnsafe/,
  'code from text': /\beval\(|new Function\(|set(Timeout|Interval)\(\s*['"`]/,
  'styles as text': /\bstyle=["'`]|style=\{["'`]|setAttribute\(\s*['"]style|cssText|<style/,
  'scripts and handlers as text': /\son[a-z]+=["']|setAttribute\(\s*['"]on/,
}

describe('the dashboard code', () => {
  it.each(Object.entries(FORBIDDEN))('creates no %s', (_, pattern) => {
    expect(CODE.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([])
  })

  it('opens other sites without a referrer and without access to this window', () => {
    const links = CODE.flatMap(({ name, text }) =>
      [...text.matchAll(/<(?:a|Link)\b[^<]*?target="_blank"[^<]*?>/gs)].map(([tag]) => ({ name, tag })),
    )
    const named = CODE.flatMap(({ text }) => text.match(/_blank/g) ?? [])
    expect(links.filter(({ tag }) => !/rel="noreferrer noopener"/.test(tag))).toEqual([])
    expect(named, 'every _blank belongs to such a link').toHaveLength(links.length)
  })
})
