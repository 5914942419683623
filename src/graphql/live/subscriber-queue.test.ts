import { expect, test } from 'vitest'
import { type Message, SubscriberQueue } from './subscriber-queue.ts'

function slowWriter() {
  const state = { full: false, sent: [] as string[], ended: 0 }
  const queue = new SubscriberQueue({
    send: ({ json }) => void state.sent.push(json),
    end: () => {
      state.ended += 1
    },
    isFull: () => state.full,
  })
  return { state, queue }
}

const message = (subject: string, seq: number): Message => ({ json: `${subject}${seq}`, seq, subject })

test('a client that keeps up gets every message in order', () => {
  const { state, queue } = slowWriter()
  for (const seq of [1, 2, 3]) queue.next(message('a', seq))
  queue.complete()
  expect(state).toMatchObject({ sent: ['a1', 'a2', 'a3'], ended: 1 })
})

test('a slow client only gets the newest message of each subject, followed by the end', () => {
  const { state, queue } = slowWriter()
  queue.next(message('a', 1))
  state.full = true
  for (let seq = 2; seq <= 10_000; seq += 1) queue.next(message(seq % 2 ? 'a' : 'b', seq))
  expect(queue.waiting).toBe(2)
  queue.complete()
  queue.drain()
  expect(state).toMatchObject({ sent: ['a1'], ended: 0 })
  state.full = false
  queue.drain()
  expect(state).toMatchObject({ sent: ['a1', 'a9999', 'b10000'], ended: 1 })
})

test('messages that arrive while the client catches up do not overtake waiting ones', () => {
  const { state, queue } = slowWriter()
  state.full = true
  queue.next(message('a', 1))
  state.full = false
  queue.next(message('b', 2))
  expect(state.sent).toEqual([])
  queue.drain()
  queue.next(message('a', 3))
  expect(state.sent).toEqual(['a1', 'b2', 'a3'])
})
