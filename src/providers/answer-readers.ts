import { type AnswerReader, ProviderError, type RawAnswer } from '../core/provider-port/driver.ts'
import type { AnswerReaders } from '../core/provider-port/registry.ts'
import { DRIVERS } from './drivers.ts'
import type { DriverDefinition } from './foundation/define-driver.ts'

/** Parses the responses of all drivers of this version. */
export const ANSWER_READERS: AnswerReaders = {
  readerOf: ({ id, driverName }) =>
    readerAmong(id, DRIVERS.find(({ name }) => name === driverName) ?? null, DRIVERS),
  listsRedirects: (raw) => DRIVERS.find(({ name }) => name === raw.driver)?.reader.redirects !== undefined,
}

/**
 * Returns a reader that parses each stored answer with the driver that received it, so answers stay readable after
 * the entry switches to another driver.
 */
export function readerAmong(
  id: string,
  current: DriverDefinition | null,
  drivers: readonly DriverDefinition[],
): AnswerReader {
  const readerFor = (raw: RawAnswer) => {
    const driver = drivers.find(({ name }) => name === raw.driver) ?? current
    if (driver) return driver.reader
    throw new ProviderError('drift', `no driver of this version can read this raw answer of ${id}`)
  }
  return {
    read: (raw, question) => readerFor(raw).read(raw, question),
    redirects: (raw) => readerFor(raw).redirects?.(raw) ?? [],
  }
}
