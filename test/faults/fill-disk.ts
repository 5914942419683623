import { appendFileSync, writeFileSync } from 'node:fs'

/** Writes a file until its disk is full. Delete the file to make room again. */
export function fillDisk(file: string): void {
  writeFileSync(file, '')
  for (const size of [1_048_576, 4_096]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}
