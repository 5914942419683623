import { expect, test } from 'vitest'
import { follow } from './subscriptions.ts'

const state = (seq: number) => ({ seq, finishedAt: null })

/** Yields two states and then waits for something that never happens. */
function source() {
  const ended: string[] = []
  async function* states(signal: AbortSignal) {
    try {
      yield state(1)
      yield state(2)
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve())
      })
    } finally {
      ended.push('ended')
    }
  }
  return { watch: async (signal: AbortSignal) => states(signal), ended }
}

test('leaving ends a source that waits for something that never happens', async () => {
  const { watch, ended } = source()
  const states = await follow(watch)
  expect(await states.next()).toEqual({ done: false, value: state(1) })
  expect(await states.next()).toEqual({ done: false, value: state(2) })
  const pending = states.next()
  await states.return?.()
  expect(await pending).toEqual({ done: true, value: undefined })
  expect(ended).toEqual(['ended'])
})

test('the state of this moment is found beside those that are followed, and nothing is left open', async () => {
  const { watch, ended } = source()
  const states = await follow(watch)
  expect(await states.current()).toEqual(state(1))
  expect(ended).toEqual(['ended'])
  expect(await states.next()).toEqual({ done: false, value: state(1) })
})
