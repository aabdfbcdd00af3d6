/** The service worker's part in calling somebody whose browser is closed. Listeners for `push` and `notificationclick` belong here. */
export function hearPushes(_worker: ServiceWorkerGlobalScope): void {
  // Nothing is pushed yet.
}
