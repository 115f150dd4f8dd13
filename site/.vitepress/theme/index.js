import theme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import Check from './Check.vue'
import './style.css'

export default { ...theme, Layout: () => h(theme.Layout, null, { 'doc-footer-before': () => h(Check) }) }
