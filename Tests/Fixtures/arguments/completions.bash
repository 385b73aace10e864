# bash completion for frames; load it with: source <(frames completions bash)
_frames() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
  local path='frames' i
  COMPREPLY=()
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $previous == "=" ]]; then
    previous="${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path ${COMP_WORDS[i]}" in
    'frames look') path='frames look' ;;
    'frames runs') path='frames runs' ;;
    'frames runs show') path='frames runs show' ;;
    'frames runs drop') path='frames runs drop' ;;
    'frames completions') path='frames completions' ;;
    'frames remote') path='frames remote' ;;
    'frames remote add') path='frames remote add' ;;
    esac
  done
  case "$path $previous" in
  'frames --store') local IFS=$'\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
  'frames --color') COMPREPLY=($(compgen -W 'auto always never' -- "$current")); return ;;
  'frames look --output' | 'frames look -o') local IFS=$'\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
  'frames look --format') COMPREPLY=($(compgen -W 'text json csv' -- "$current")); return ;;
  'frames look --label' | 'frames look -l') :; return ;;
  'frames look --jobs') :; return ;;
  'frames look --refresh-rate') :; return ;;
  'frames look --window') :; return ;;
  'frames look --tolerance') :; return ;;
  'frames look --offset') :; return ;;
  'frames look --store') local IFS=$'\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
  'frames look --color') COMPREPLY=($(compgen -W 'auto always never' -- "$current")); return ;;
  'frames runs --store') local IFS=$'\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
  'frames runs --color') COMPREPLY=($(compgen -W 'auto always never' -- "$current")); return ;;
  'frames runs show --store') local IFS=$'\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
  'frames runs show --color') COMPREPLY=($(compgen -W 'auto always never' -- "$current")); return ;;
  'frames runs drop --store') local IFS=$'\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
  'frames runs drop --color') COMPREPLY=($(compgen -W 'auto always never' -- "$current")); return ;;
  'frames completions --store') local IFS=$'\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
  'frames completions --color') COMPREPLY=($(compgen -W 'auto always never' -- "$current")); return ;;
  'frames remote --store') local IFS=$'\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
  'frames remote --color') COMPREPLY=($(compgen -W 'auto always never' -- "$current")); return ;;
  'frames remote add --store') local IFS=$'\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
  'frames remote add --color') COMPREPLY=($(compgen -W 'auto always never' -- "$current")); return ;;
  esac
  case "$path" in
  'frames') COMPREPLY=($(compgen -W 'look runs completions remote --store --color --help --version' -- "$current")) ;;
  'frames look')
    if [[ $current == -* ]]; then COMPREPLY=($(compgen -W '--output --format --quiet --verbose --label --jobs --refresh-rate --window --tolerance --offset --store --color --help' -- "$current")); else local IFS=$'\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); fi ;;
  'frames runs') COMPREPLY=($(compgen -W 'show drop --store --color --help' -- "$current")) ;;
  'frames runs show') COMPREPLY=($(compgen -W '--store --color --help' -- "$current")) ;;
  'frames runs drop') COMPREPLY=($(compgen -W '--store --color --help' -- "$current")) ;;
  'frames completions') COMPREPLY=($(compgen -W 'bash zsh fish --store --color --help' -- "$current")) ;;
  'frames remote') COMPREPLY=($(compgen -W 'add --store --color --help' -- "$current")) ;;
  'frames remote add') COMPREPLY=($(compgen -W '--store --color --help' -- "$current")) ;;
  esac
}
complete -F _frames frames
