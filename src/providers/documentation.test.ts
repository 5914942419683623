import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DRIVERS } from './drivers.ts'
import { sharedOptions } from './foundation/define-driver.ts'
import { priceOf } from './foundation/prices.ts'
import { optionsOf } from './sample-providers.ts'

const page = readFileSync('docs/providers.md', 'utf8')

test.each(DRIVERS.map((driver) => [driver.name, driver] as const))(
  'docs/providers.md names the credentials, the model and every option of %s',
  (name, { entry, variables }) => {
    const { model } = entry.in.shape
    const options = page.slice(page.indexOf('further `options`'))
    const row = options.split('\n').find((line) => line.startsWith(`| \`${name}\` `))
    const names = Object.keys(optionsOf(entry)).filter((option) => !(option in sharedOptions))
    for (const option of names) expect(row).toContain(`\`${option}\``)
    const standard = z.safeParse(model as z.ZodType, undefined)
    if (standard.success && typeof standard.data === 'string') expect(row).toContain(standard.data)
    for (const variable of variables) expect(page).toContain(`\`${variable}\``)
  },
)

test('docs/providers.md names the options of every driver', () => {
  for (const option of Object.keys(sharedOptions)) expect(page).toContain(`| \`${option}\``)
})

/** Drivers whose default model is not simulated. */
const DEFAULT_MODELS = DRIVERS.flatMap(({ name, entry, prices }) => {
  const model = z.safeParse(entry.in.shape.model as z.ZodType, undefined)
  return model.success && typeof model.data === 'string' ? [{ name, model: model.data, prices }] : []
})

test('every default model has a price, so that spend limits count its answers', () => {
  expect(DEFAULT_MODELS.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['openai', 'perplexity', 'gemini', 'anthropic', 'xai']),
  )
  for (const { model, prices } of DEFAULT_MODELS)
    expect(priceOf({ requested: model, reported: null }, prices), model).not.toBeNull()
})

test('every model of a vendor that the guides name has a price', () => {
  const guides = readdirSync('docs')
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(`docs/${file}`, 'utf8'))
    .join('\n')
  const named = [
    ...guides.matchAll(/\b(gpt|grok|claude|gemini|sonar|perplexity\/sonar)-[a-z0-9][a-z0-9.-]*[a-z0-9]/g),
  ]
    .map(([model]) => model)
    .filter((model) => /\d/.test(model))
  expect(named).toContain('gpt-6-sol')
  for (const model of new Set(named)) {
    const priced = DRIVERS.some(({ prices }) => priceOf({ requested: model, reported: null }, prices))
    expect(priced, model).toBe(true)
  }
})
