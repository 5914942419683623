import fc from 'fast-check'
import { expect, it } from 'vitest'
import { useWorld } from './project-client.ts'

const { createProject } = useWorld()

const step = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  insert: fc.integer({ min: 0, max: 2 }),
  remove: fc.array(fc.nat(50), { maxLength: 2 }),
})

it('pages have each prompt that stays exactly once, whatever is added and deleted in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 8 }),
      fc.array(step, { maxLength: 6 }),
      async (size, steps) => {
        const { call, prompts } = await createProject()
        const before =
          size > 0 ? await prompts(...Array.from({ length: size }, (_, index) => `old ${index}`)) : []
        const removed = new Set<string>()
        const seen: string[] = []
        let cursor: string | null = null
        let count = 0
        do {
          const { limit, insert, remove } = steps[count] ?? { limit: 3, insert: 0, remove: [] }
          const { body } = await call(`GET /v1/prompts?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
          expect(body.data.length).toBeLessThanOrEqual(limit)
          seen.push(...body.data.map(({ id }: { id: string }) => id))
          cursor = body.nextCursor
          const gone = remove.flatMap((index) => before[index] ?? []).filter(({ id }) => !removed.has(id))
          const ids = [...new Set(gone.map(({ id }) => id))]
          for (const id of ids) removed.add(id)
          const create = Array.from({ length: insert }, (_, index) => `new ${count} ${index}`)
          await call('POST /v1/prompts/batch', { create, delete: ids })
          count += 1
        } while (cursor)
        expect(new Set(seen).size).toBe(seen.length)
        for (const { id } of before) if (!removed.has(id)) expect(seen).toContain(id)
      },
    ),
    { numRuns: 25 },
  )
})

it('pages read while twenty writers insert and delete prompts neither miss nor repeat a prompt that stays', async () => {
  const { call, prompts } = await createProject()
  const staying = await prompts(...Array.from({ length: 60 }, (_, index) => `staying ${index}`))
  let writing = true
  const writer = async (name: number) => {
    for (let round = 0; round < 3; round += 1) {
      const { body } = await call('POST /v1/prompts', { text: `passing ${name} ${round}` })
      await call('POST /v1/prompts/batch', { delete: [body.data.id] })
    }
  }
  const reader = async () => {
    do {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const { body } = await call(`GET /v1/prompts?limit=7${cursor ? `&cursor=${cursor}` : ''}`)
        seen.push(...body.data.map(({ id }: { id: string }) => id))
        cursor = body.nextCursor
      } while (cursor)
      expect(new Set(seen).size).toBe(seen.length)
      expect(staying.filter(({ id }) => !seen.includes(id))).toEqual([])
    } while (writing)
  }
  const reading = reader()
  await Promise.all(Array.from({ length: 20 }, (_, name) => writer(name)))
  writing = false
  await reading
})
