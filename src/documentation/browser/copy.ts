/** How long a button says that it has copied, in milliseconds. */
const SHOWN = 2000

/** Adds a button to each block of code that copies its text. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await copy(block.querySelector('pre') as HTMLElement)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, SHOWN)
    })
    block.append(button)
  }
}

async function copy(element: HTMLElement): Promise<void> {
  // Only pages of https and of this machine may use the clipboard directly.
  if (navigator.clipboard) return navigator.clipboard.writeText(element.textContent ?? '')
  getSelection()?.selectAllChildren(element)
  document.execCommand('copy')
}
