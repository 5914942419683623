import type { DriverDefinition } from './define-driver.ts'
import { type AnswerReader, ProviderError, type RawAnswer } from './driver.ts'
import { DRIVERS } from './drivers.ts'

/** What parses the answers of a provider of this version's drivers, without its registry: for threads. */
export function readerOf({ id, driverName }: { id: string; driverName: string }): AnswerReader {
  return readerAmong(id, DRIVERS.find(({ name }) => name === driverName) ?? null, DRIVERS)
}

/** Whether the driver that received a response lists links in it that only redirect. */
export function listsRedirects(raw: RawAnswer): boolean {
  const driver = DRIVERS.find(({ name }) => name === raw.driver)
  return driver?.reader.redirects !== undefined
}

/** Parses a stored answer by the driver that asked, so that it stays readable when the entry changes its driver. */
export function readerAmong(
  id: string,
  own: DriverDefinition | null,
  drivers: readonly DriverDefinition[],
): AnswerReader {
  const readerFor = (raw: RawAnswer) => {
    const driver = drivers.find(({ name }) => name === raw.driver) ?? own
    if (driver) return driver.reader
    throw new ProviderError('drift', `no driver of this version reads this raw answer of ${id}`)
  }
  return {
    read: (raw, question) => readerFor(raw).read(raw, question),
    redirects: (raw) => readerFor(raw).redirects?.(raw) ?? [],
  }
}
