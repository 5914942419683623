import { appendFile } from 'node:fs/promises'

/** A file of JSON lines that its owner can read, created at the first line. Several processes may append to it. */
export function createAnswerLog(file: string): { append(line: object): Promise<void> } {
  // One write for each line, which POSIX appends without mixing it with those of other processes.
  return { append: (line) => appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 }) }
}
