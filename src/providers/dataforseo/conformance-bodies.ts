/** Builds a made-up response of a live call with one task. */
export function response(result: object | null, more: object = {}): object {
  return {
    version: '0.1.20261001',
    status_code: 20000,
    status_message: 'Ok.',
    cost: 0.004,
    tasks_count: 1,
    tasks_error: 0,
    tasks: [
      {
        id: '11221201-0001-0139-0000-000000000001',
        status_code: 20000,
        status_message: 'Ok.',
        cost: 0.004,
        result_count: 1,
        path: ['v3'],
        data: { tag: 'none' },
        result: result && [result],
        ...more,
      },
    ],
  }
}

/** Builds a made-up response without a result, the form of most failures. */
export function failed(code: number, message: string, { within = 'task' } = {}): object {
  const status = { status_code: code, status_message: message, cost: 0 }
  return within === 'task'
    ? { status_code: 20000, status_message: 'Ok.', tasks_error: 1, tasks: [{ ...status, result: null }] }
    : { ...status, tasks_count: 0, tasks_error: 0, tasks: null }
}
