import { appendFile } from 'node:fs/promises'

/** A file of JSON lines, to which several processes may append. */
export interface AnswerLog {
  /** Appends a line; resolves once the system has it. @throws the error of the file system */
  append(line: object): Promise<void>
}

/** Opens the file at the first line; readable by its owner only. */
export function createAnswerLog(file: string): AnswerLog {
  // One write for each line, which POSIX appends without mixing it with those of other processes.
  return { append: (line) => appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 }) }
}
