/** Runs an action at a random time within `milliseconds`, unless the process ends before. */
export function atRandomTime(milliseconds: number, action: () => void): void {
  setTimeout(action, Math.random() * milliseconds).unref()
}
