import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DRIVERS } from './drivers.ts'
import { sharedOptions } from './foundation/define-driver.ts'

const page = readFileSync('docs/providers.md', 'utf8')

test.each(DRIVERS.map((driver) => [driver.name, driver] as const))(
  'docs/providers.md names the credentials, the model and every option of %s',
  (name, { entry, variables }) => {
    const { options: schema, model } = entry.in.shape
    const options = page.slice(page.indexOf('further `options`'))
    const row = options.split('\n').find((line) => line.startsWith(`| \`${name}\` `))
    const names = Object.keys(objectIn(schema).shape).filter((option) => !(option in sharedOptions))
    for (const option of names) expect(row).toContain(`\`${option}\``)
    const standard = z.safeParse(model as z.ZodType, undefined)
    if (standard.success && typeof standard.data === 'string') expect(row).toContain(standard.data)
    for (const variable of variables) expect(page).toContain(`\`${variable}\``)
  },
)

test('docs/providers.md names the options of every driver', () => {
  for (const option of Object.keys(sharedOptions)) expect(page).toContain(`| \`${option}\``)
})

/** Returns the object schema inside defaults, optionals and pipes. */
function objectIn(schema: unknown): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) return objectIn(schema.unwrap())
  if (schema instanceof z.ZodPipe) return objectIn(schema.in)
  throw new Error('the options of a driver are an object')
}
