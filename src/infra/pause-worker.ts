/** A worker of BullMQ. */
export interface PausableWorker {
  /** With true, without waiting for the jobs that run. */
  pause(doNotWaitActive: boolean): Promise<void>
  resume(): unknown
}

const resumptions = new WeakMap<PausableWorker, { at: number; timer: NodeJS.Timeout }>()

/**
 * Makes a worker take no further jobs for some milliseconds; the longest of several pauses counts. A limiter of BullMQ would do
 * so for all processes, and would count every job in the database; here each process finds out by a question of its own.
 */
export function pauseWorker(worker: PausableWorker, delay: number): void {
  const at = Date.now() + delay
  const known = resumptions.get(worker)
  if (known && known.at >= at) return
  clearTimeout(known?.timer)
  const timer = setTimeout(() => {
    resumptions.delete(worker)
    void worker.resume()
  }, delay).unref()
  resumptions.set(worker, { at, timer })
  void worker.pause(true)
}
