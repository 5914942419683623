/** How long a button shows “Copied”, in milliseconds. */
const CONFIRMATION_TIME = 2000

/** Adds a copy button to each code block. */
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
      }, CONFIRMATION_TIME)
    })
    block.append(button)
  }
}

async function copy(element: HTMLElement): Promise<void> {
  // Browsers offer `navigator.clipboard` only over HTTPS and on localhost.
  if (navigator.clipboard) return navigator.clipboard.writeText(element.textContent ?? '')
  getSelection()?.selectAllChildren(element)
  document.execCommand('copy')
}
