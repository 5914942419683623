/** The methods of a BullMQ worker that pauses need. */
export interface PausableWorker {
  pause(doNotWaitActive: boolean): Promise<void>
  /** Calls `run` again if it has ended in the meantime. Does not wait for it. */
  resume(): unknown
  run(): Promise<void>
  emit(event: 'error', error: Error): unknown
}

const resumptions = new WeakMap<PausableWorker, { at: number; timer: NodeJS.Timeout }>()

/**
 * Pauses a worker for `delay` milliseconds. The longest of several pauses counts. BullMQ's limiter is not used, because it
 * pauses the workers of all processes and counts every job in the database.
 */
export function pauseWorker(worker: PausableWorker, delay: number): void {
  const at = Date.now() + delay
  const current = resumptions.get(worker)
  if (current && current.at >= at) return
  clearTimeout(current?.timer)
  const timer = setTimeout(() => resume(worker), delay).unref()
  resumptions.set(worker, { at, timer })
  void worker.pause(true)
}

function resume(worker: PausableWorker): void {
  resumptions.delete(worker)
  catchErrorsOfRun(worker)
  void worker.resume()
}

const caught = new WeakSet<PausableWorker>()

/** Emits errors of resumed runs as events. BullMQ does not handle these errors, so they would end the process. */
function catchErrorsOfRun(worker: PausableWorker): void {
  if (caught.has(worker)) return
  caught.add(worker)
  const run = worker.run.bind(worker)
  worker.run = () => run().catch((error: Error) => void worker.emit('error', error))
}

/** Cancels the end of a pause. Call this before closing a worker, so that it does not take jobs again. */
export function endPauses(worker: PausableWorker): void {
  clearTimeout(resumptions.get(worker)?.timer)
  resumptions.delete(worker)
}
