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
  if (!settings.notify || !document.hidden || Notification.permission !== 'granted') return
  const notice = new Notification(title, { body, icon: '/icon.svg', tag: 'medina-turn' })
  notice.onclick = () => {
    window.focus()
    notice.close()
  }
}
