import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { METRICS } from './definitions.ts'

it('docs/metrics.md contains each definition with its version, word for word', () => {
  const written = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'metrics.md'), 'utf8')
  // The Markdown formatter pads table cells.
  const text = written.replaceAll(/ +/g, ' ')
  for (const { version, definition } of Object.values(METRICS)) {
    expect(text).toContain(`| ${version} | ${definition} |`)
  }
})
