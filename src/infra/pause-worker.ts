/** A worker of BullMQ. */
export interface PausableWorker {
  /** With true, without waiting for the jobs that run. */
  pause(doNotWaitActive: boolean): Promise<void>
  /** Calls `run` again where that has ended meanwhile, without waiting for it. */
  resume(): unknown
  run(): Promise<void>
  emit(event: 'error', error: Error): unknown
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

/** Otherwise an error of the run that resuming begins would end the process. */
function catchErrorsOfRun(worker: PausableWorker): void {
  if (caught.has(worker)) return
  caught.add(worker)
  const run = worker.run.bind(worker)
  worker.run = () => run().catch((error: Error) => void worker.emit('error', error))
}

/** Forgets the pauses of a worker that is about to be closed: it must not take jobs again. */
export function endPauses(worker: PausableWorker): void {
  clearTimeout(resumptions.get(worker)?.timer)
  resumptions.delete(worker)
}
