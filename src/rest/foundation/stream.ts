/**
 * Converts chunks of text or bytes to a byte stream with backpressure. An error is passed to `onError` and aborts the connection, because
 * the status has already been sent.
 */
export function streamOf(
  pieces: AsyncGenerator<string | Uint8Array>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      } catch (error) {
        onError(error)
        controller.error(error)
      }
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
