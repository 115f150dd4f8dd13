import type { RoleTable } from './table.ts'

/** Programs for images, sounds and films. */
export const media = (): RoleTable => ({
  'convert magick': {
    options:
      '-resize:value -quality:value -crop:value -format:value -density:value -size:value -gravity:value -background:value -fill:value -draw:value -annotate:value,value -font:value -pointsize:value -geometry:value -define:value -set:value,value -channel:value -type:value -depth:value -colors:value -rotate:value -blur:value -delay:value -loop:value -page:value -extent:value -write:write -script:read -mask:read -profile:read -remap:read -clut:value -fuzz:value -compress:value -interlace:value -level:value -threshold:value -border:value -bordercolor:value -alpha:value -colorspace:value -sampling-factor:value -thumbnail:value -debug:value -limit:value,value',
    operands: 'page+ write',
    longDash: true,
  },
  mogrify: {
    options:
      '-path:write -resize:value -quality:value -format:value -crop:value -density:value -rotate:value -define:value -background:value -gravity:value -extent:value -type:value',
    operands: 'edit',
    longDash: true,
  },
  identify: {
    options: '-format:value -define:value -density:value -limit:value,value',
    operands: 'page',
    longDash: true,
    harm: 'takes names that do more than read',
  },
  'montage composite': {
    options: '-geometry:value -tile:value -label:value -background:value -gravity:value -compose:value -write:write',
    operands: 'page+ write',
    longDash: true,
  },
  'cwebp dwebp avifenc heif-convert': {
    options: '-o:write -q:value -m:value -preset:value -resize:value,value',
    operands: 'read write',
    longDash: true,
    harm: 'writes files',
  },
  'optipng jpegoptim pngquant': {
    options:
      '-o:value --out:write --output:write -out:write -dir:write -d:write --dest:write --config:load -m:value --max:value --ext:value --speed:value --quality:value -i:read --input:read',
    operands: 'edit',
    longDash: true,
  },
  svgo: {
    options:
      '-o:write --output:write -i:read --input:read -f:edit --folder:edit --config:load -s:value --string:value -p:value --multipass -r -q --pretty --indent:value',
    operands: 'edit',
  },
  inkscape: {
    language: 'commands',
    options:
      '-o:write --export-filename:write --export-type:value --actions:value -l:write --export-plain-svg:write -e:write --export-png:write --pipe --shell!unsafe -w:value -h:value -d:value --export-dpi:value --export-id:value -i:value',
    operands: 'open',
    harm: 'starts a program with a window',
  },
  'rsvg-convert': {
    options:
      '-o:write --output:write -f:value --format:value -w:value -h:value -d:value -z:value -s:read --stylesheet:read -b:value -a -u',
    operands: 'read',
  },
  ffmpeg: {
    options:
      '-i:page -f:value -c:value -c:v:value -c:a:value -codec:value -vcodec:value -acodec:value -b:v:value -b:a:value -r:value -s:value -ss:value -t:value -to:value -vf:value -af:value -filter:v:value -filter:a:value -filter_complex:value -filter_complex_script:read -filter_script:read -map:value -preset:value -crf:value -pix_fmt:value -ar:value -ac:value -vn -an -y -n -loglevel:value -v:value -metadata:value -movflags:value -threads:value -g:value -q:v:value -q:a:value -frames:v:value -vframes:value -safe:value -progress:write -report!write -passlogfile:write -pass:value -attach:read -dump_attachment:write -vstats_file:write -sdp_file:write -init_hw_device:value -start_number:value -framerate:value -loop:value -stream_loop:value -strict:value -tune:value -bufsize:value -maxrate:value -hide_banner -nostdin -shortest -protocol_whitelist:value -headers:say -f_strict:value -aspect:value -vsync:value -async:value -level:value -profile:v:value -tag:v:value -fpre:read -vpre:read -apre:read',
    operands: 'write',
    longDash: true,
    harm: 'writes files',
  },
  'ffprobe ffplay': {
    anyOption: true,
    options:
      '-i:page -v:value -loglevel:value -print_format:value -of:value -show_entries:value -select_streams:value -f:value -o:write -report!write -read_intervals:value -sections:value -ss:value -t:value -vf:value -af:value -x:value -y:value',
    operands: 'page',
    longDash: true,
  },
  sox: {
    options:
      '-t:value -r:value -b:value -c:value -e:value -v:value --effects-file:read --plot:value --temp:value -C:value',
    operands: 'page+ write',
  },
  'soxi mediainfo flac lame oggenc opusenc': {
    options:
      '-o:write --output-name:write --LogFile:write --Output:value -b:value -V:value -q:value --tag-from-file:read --picture:read --import-tags-from:read',
    operands: 'read write',
  },
  'mplayer mpv vlc cvlc': {
    language: 'commands',
    options:
      '-dumpfile:write --stream-record:write --record-file:write -input:value --script:load --scripts:load --input-ipc-server:value --input-conf:config --include:config --input-commands:code --log-file:write --o:write --sout:value --dump-stats:write --screenshot-directory:write -ao:value -vo:value --vo:value --ao:value --playlist:list -playlist:list',
    operands: 'page',
    longDash: true,
    harm: 'plays and records',
  },
  'yt-dlp youtube-dl': {
    options:
      '-o:write --output:write -P:write --paths:write --exec:shell --exec-before-download:shell --downloader:shell --external-downloader:shell --netrc-cmd:shell --use-postprocessor:value -a:list --batch-file:list --cookies:read --load-info-json:read --config-locations:read --config-location:read --plugin-dirs:load -f:value --format:value --ffmpeg-location:value --download-archive:write --print-to-file:value,write -r:value -R:value -u:say -p:say --cache-dir:value -S:value --sub-langs:value --audio-format:value',
    operands: 'url',
  },
})
