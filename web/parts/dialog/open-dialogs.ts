/** Count the dialogs that are seen. Closed popovers are in the page too, and are none. */
export function countOpenDialogs(): number {
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')
  return [...dialogs].filter((one) => one.checkVisibility()).length
}
