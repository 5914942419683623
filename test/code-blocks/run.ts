import { spawn } from 'node:child_process'

/**
 * Runs a program and resolves with its standard output.
 * @throws {Error} with the complete output, if the exit code is not 0
 */
export async function run(
  program: string,
  parameters: string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<string> {
  const child = spawn(program, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    errors += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`exit code ${code}\n${output}${errors}`)
  return output
}
