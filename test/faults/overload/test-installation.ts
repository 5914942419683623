import { createDatabase } from '../../world.ts'
import { type BusyInstallation, openBusyInstallation } from './installation.ts'

/** Opens an installation in a database of the test run, which is dropped when the installation closes. */
export async function openTestInstallation(
  options: Omit<Parameters<typeof openBusyInstallation>[0], 'database'>,
): Promise<BusyInstallation> {
  const database = await createDatabase()
  const installation = await openBusyInstallation({ database, ...options })
  const close = async () => {
    await installation.close()
    await database.drop()
  }
  return { ...installation, close }
}
