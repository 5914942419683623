import { appendFile } from 'node:fs/promises'

/**
 * Creates a log that appends JSON lines to a file, which only its owner can read. The first line creates the file. Several
 * processes may append to it, because POSIX does not mix the bytes of single writes.
 */
export function createAnswerLog(file: string): { append(line: object): Promise<void> } {
  return { append: (line) => appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 }) }
}
