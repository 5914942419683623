import { vi } from 'vitest'
import { runCommandLine } from '../../src/cli/program.ts'
import type { CliForm } from './operation.ts'
import { failureOf, type Outcome } from './outcome.ts'
import type { Request } from './surfaces.ts'

/** Runs an operation as the operator, with a command and `--json`. */
export async function overCli(
  { command, field, names = {}, standardInput }: CliForm,
  { world, input }: Request,
): Promise<Outcome> {
  const named = Object.entries(names).map(([name, option]) => ({ option, value: input[name] }))
  const positional = named.filter(({ option }) => option.startsWith('<')).map(({ value }) => String(value))
  const options = named
    .filter(({ option, value }) => option.startsWith('--') && value !== undefined && value !== false)
    .flatMap(({ option, value }) => (value === true ? [option] : [option, String(value)]))
  const lines = standardInput === undefined ? [] : (input[standardInput] as { value: unknown }[])
  const unknown = Object.keys(input).filter((name) => !(name in names) && name !== standardInput)
  if (unknown.length > 0) throw new Error(`${command} has no option for ${unknown.join(', ')}`)
  // `--` allows arguments that start with a hyphen.
  const { code, text } = await printed(
    [...command.split(' '), ...options, '--json', '--', ...positional],
    world,
    lines.map(({ value }) => value).join('\n'),
  )
  const output = JSON.parse(text)
  if (code !== 0)
    return {
      error: failureOf(
        { ...output.error, fieldErrors: output.details?.fieldErrors, retryAfter: output.retryAfter },
        names,
      ),
    }
  return { result: field === undefined ? output : output[field] }
}

/**
 * Runs a command and returns its exit code and standard output. Waits for earlier commands, which share the spy on
 * stdout.
 */
async function printed(
  parameters: string[],
  world: Request['world'],
  standardInput: string,
): Promise<{ code: number; text: string }> {
  const turn = last.then(async () => {
    let text = ''
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      text += String(chunk)
      return true
    })
    try {
      const unused = () => {
        throw new Error('this command does not call the core')
      }
      const code = await runCommandLine(parameters, {
        readConfig: unused,
        start: unused,
        migrate: unused,
        doctor: unused,
        backUp: unused,
        restore: unused,
        readStandardInput: async () => standardInput,
        vendors: unused,
        withOperator: (use) => use(world.operator),
      })
      return { code, text }
    } finally {
      write.mockRestore()
    }
  })
  last = turn.catch(() => {})
  return turn
}

let last: Promise<unknown> = Promise.resolve()
