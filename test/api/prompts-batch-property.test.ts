import fc from 'fast-check'
import { expect, it } from 'vitest'
import { useWorld } from './project-client.ts'

const { createProject } = useWorld()

/** Few texts, so that they collide. An index beyond the existing prompts is a missing id. */
const text = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const batch = fc.record({
  create: fc.array(text, { maxLength: 3 }),
  update: fc.uniqueArray(fc.record({ index: fc.nat(3), text: fc.option(text, { nil: undefined }) }), {
    selector: ({ index }) => index,
    maxLength: 3,
  }),
  remove: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
})

it('a batch is applied completely if all final texts are distinct and no prompt is named twice, and not at all otherwise', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(text, { minLength: 4, maxLength: 4 }),
      batch,
      async (start, operations) => {
        const { call, prompts } = await createProject()
        const before = await prompts(...start)
        const { create, update, remove } = operations
        const id = (index: number) => before[index]?.id
        const { status, body } = await call('POST /v1/prompts/batch', {
          create,
          update: update.map(({ index, text }) => ({ id: id(index), ...(text !== undefined && { text }) })),
          delete: remove.map(id),
        })

        const standing = start.map((text, index) => ({
          text: update.find((change) => change.index === index)?.text ?? text,
          gone: remove.includes(index),
        }))
        const after = [...standing.filter(({ gone }) => !gone).map(({ text }) => text), ...create]
        const distinct = new Set(after).size === after.length
        const once = !update.some(({ index }) => remove.includes(index))
        const shown = (await call('GET /v1/prompts')).body.data.map(({ text }: { text: string }) => text)
        if (distinct && once) {
          expect(status).toBe(200)
          expect(shown).toEqual(after)
          expect(body.data.deleted).toEqual(remove.map(id))
        } else {
          expect(status).toBe(400)
          expect(Object.keys(body.details.fieldErrors).length).toBeGreaterThan(0)
          expect(shown).toEqual(start)
        }
      },
    ),
    { numRuns: 120 },
  )
})
