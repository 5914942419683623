import { expect, test } from 'vitest'
import { neverOverlapping } from './never-overlapping.ts'

test('requests during a run result in one more run with the merged input', async () => {
  const inputs: object[] = []
  const ends: (() => void)[] = []
  const run = neverOverlapping<{ idleFor?: number }>((input) => {
    inputs.push(input)
    return new Promise((resolve) => ends.push(resolve))
  })
  run({})
  run({ idleFor: 0 })
  run({})
  expect(inputs).toEqual([{}])
  ends.shift()?.()
  await expect.poll(() => inputs).toEqual([{}, { idleFor: 0 }])
  ends.shift()?.()
  await expect.poll(() => ends).toEqual([])
  run({})
  await expect.poll(() => inputs).toEqual([{}, { idleFor: 0 }, {}])
})
