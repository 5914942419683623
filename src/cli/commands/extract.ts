import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { AppError } from '../../core/foundation/errors.ts'
import { getErrorMessage } from '../../infra/error-message.ts'

/** Adds `extract`, which reads answers as JSON lines and prints their facts as JSON lines. It needs no server or database. */
export function addExtractCommand(program: Command): void {
  program
    .command('extract [file]')
    .description(
      'extract facts from answers: JSON lines {text, entities, citations?} in a file or on standard input',
    )
    .action(async (file: string | undefined) => {
      // Loaded here, because the models of the extraction take a while to load.
      const { extractAnswer } = await import('../foundation/extract-answer.ts')
      let number = 0
      for await (const line of createInterface({ input: file ? createReadStream(file) : process.stdin })) {
        number += 1
        if (line.trim() === '') continue
        process.stdout.write(`${JSON.stringify(extractAnswer(parseLine(line, number)))}\n`)
      }
    })
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new AppError('BAD_REQUEST', `Line ${number} is not valid JSON: ${getErrorMessage(error)}`)
  }
}
