/** Go to another site. What is left is not come back to with the way back: it would only send there again. */
export function leavePage(address: URL): void {
  location.replace(address)
}
