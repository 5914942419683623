import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packModel, scoreOf, shippedModel, unpackModel } from './model.ts'

const file = readFileSync(join(import.meta.dirname, 'sentiment.bin'))

describe('the sentiment model', () => {
  it('is a file of at most 5 MB and survives a round trip', () => {
    expect(file.length).toBeLessThanOrEqual(5_000_000)
    expect(Buffer.compare(Buffer.from(packModel(unpackModel(file))), file)).toBe(0)
  })

  it('is loaded once', () => {
    expect(shippedModel()).toBe(shippedModel())
  })

  it('returns a score beyond ±0.25 for the likelier of positive and negative, and 0 if neither is likely', () => {
    expect(scoreOf(3, -3)).toBeGreaterThan(0.9)
    expect(scoreOf(-3, 3)).toBeLessThan(-0.9)
    expect(scoreOf(0.01, 0)).toBe(0.26)
    expect(scoreOf(-2, -1)).toBe(0)
  })
})
