import type { RoleTable } from './table.ts'

/** They let people choose from a list, and start a program for what was chosen. */
export const choosers = (): RoleTable => ({
  pinfo: {
    options:
      '-o:write --output:write -f:read --file:read --restore:file -d:value --directory:value -n:value --node:value --dribble:write -k:value',
    operands: 'value',
    language: 'commands',
    anyOption: true,
  },
  'fzf sk skim fzf-tmux': {
    language: 'commands',
    options:
      '--preview:shell -q:value --query:value -f:value --filter:value --bind:code --expect:value --header:value --prompt:value --with-shell:shell --preview-window:value --height:value --history:write -d:value --delimiter:value -n:value --nth:value --with-nth:value -c:shell --cmd:shell --color:value --layout:value --walker-root:value',
    anyOption: true,
  },
  'peco percol': {
    options: '--exec:shell --query:value --rcfile:read --prompt:value --layout:value',
    operands: 'read',
    anyOption: true,
  },
  rofi: {
    options:
      '-show:value -run-command:shell -run-shell-command:shell -ssh-command:shell -window-command:shell -terminal:shell -modi:value -modes:value -p:value -theme:value -config:read -input:read -on-selection-changed:shell -on-entry-accepted:shell -on-mode-changed:shell -on-menu-canceled:shell -kb-custom-1:value -dmenu',
    longDash: true,
  },
  'yad zenity kdialog': {
    options:
      '--command:shell --button:value --dclick-action:shell --select-action:shell --row-action:shell --tail-file:read --filename:read --text:value --title:value --editor:value',
    operands: 'value',
    harm: 'opens a window',
  },
})
