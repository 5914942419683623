import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endPauses, pauseWorker } from './pause-worker.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a worker that calls `run` when it is resumed, like BullMQ's worker. */
function startWorker(run: () => Promise<void> = async () => {}) {
  const worker = {
    isPaused: false,
    errors: [] as string[],
    run,
    async pause() {
      worker.isPaused = true
    },
    resume() {
      worker.isPaused = false
      void worker.run()
    },
    emit(_: 'error', { message }: Error) {
      worker.errors.push(message)
    },
  }
  return worker
}

test('the longest of several pauses determines when a worker resumes', () => {
  const worker = startWorker()
  pauseWorker(worker, 1_000)
  pauseWorker(worker, 3_000)
  pauseWorker(worker, 2_000)
  vi.advanceTimersByTime(2_999)
  expect(worker.isPaused).toBe(true)
  vi.advanceTimersByTime(1)
  expect(worker.isPaused).toBe(false)
})

test('an error of a resumed worker is reported and does not end the process', async () => {
  const worker = startWorker(() => Promise.reject(new Error('connection lost')))
  for (const _ of [1, 2]) {
    pauseWorker(worker, 1_000)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(worker.errors).toEqual(['connection lost', 'connection lost'])
})

test('a worker that is about to be closed does not resume', () => {
  const worker = startWorker()
  pauseWorker(worker, 1_000)
  endPauses(worker)
  vi.advanceTimersByTime(10_000)
  expect(worker.isPaused).toBe(true)
})
