import './theme/app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { startLanguage } from './i18n/i18n.svelte'
import { fetchEarly } from './screens/screens'
import { version } from './service/version.svelte'
import { router } from './ui/router.svelte'
import { settings } from './ui/settings.svelte'
import { unexpected } from './ui/unexpected.svelte'

unexpected.start()
settings.start()
router.start()
fetchEarly(router.route.screen)
await startLanguage()
mount(App, { target: document.getElementById('app') as HTMLElement })
version.start(import.meta.url)
addEventListener('online', () => void import('./solo/handing').then(({ handWaiting }) => handWaiting()))
