/** Telling somebody who looks elsewhere that it is their turn: the title, a sound, a notification. */
import { settings } from './settings.svelte'

let context: AudioContext | null = null

/** Two soft notes, made here: no file to load. */
export async function chime(): Promise<void> {
  // Before the page has been touched the browser keeps it silent, and would play everything at once afterwards.
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return
  context ??= new AudioContext()
  await context.resume()
  const start = context.currentTime
  for (const [index, pitch] of [523.25, 783.99].entries()) {
    note(context, pitch, start + index * 0.14)
  }
}

function note(audio: AudioContext, pitch: number, at: number): void {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = pitch
  tone.type = 'triangle'
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(0.12, at + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + 0.55)
}

export function notify(title: string, body: string): void {
  // Whoever is called by push hears of it from there, and once is enough.
  if (!settings.notify || settings.called || !document.hidden || Notification.permission !== 'granted') return
  const notice = new Notification(title, { body, icon: '/icon.svg', tag: 'medina-turn' })
  notice.onclick = () => {
    window.focus()
    notice.close()
  }
}

/** Who has the table open needs no notice about it any more. Its tag ends in the table's id, with which every link to it begins. */
export async function closeNotices(table: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const shown = (await worker?.getNotifications()) ?? []
  for (const notice of shown) if (table.startsWith(notice.tag.replace(/^medina-/, ''))) notice.close()
}
