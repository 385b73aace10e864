#compdef frames
# zsh completion for frames; load it with: source <(frames completions zsh)

_frames() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C -s \
    '--store=[The store.]:PATH:_files' \
    '--color=[When to use colors.]:WHEN:(auto always never)' \
    '(-h --help)'{-h,--help}'[show this help]' \
    '(-V --version)'{-V,--version}'[show the version]' \
    '1: :->command' \
    '*:: :->rest'
  local -a commands=(
    'look:Looks at traces.'
    'runs:Lists what the store holds.'
    'completions:Prints completions.'
    'remote:Needs a command.'
  )
  case $state in
  command) _describe -t commands command commands ;;
  rest)
    case $line[1] in
    look) _frames_look ;;
    runs) _frames_runs ;;
    completions) _frames_completions ;;
    remote) _frames_remote ;;
    esac ;;
  esac
}

_frames_look() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C -s \
    '(-o --output)'{-o+,--output=}'[Where to write, instead of standard output; the ending of the name decides the format.]:PATH:_files' \
    '--format=[What to write.]:FORMAT,…:(text json csv)' \
    '(-q --quiet)'{-q,--quiet}'[Say nothing.]' \
    '(-v --verbose)'{-v,--verbose}'[Say everything.]' \
    '*'{-l+,--label=}'[A label.]:KEY=VALUE: ' \
    '--jobs=[Files to read at once.]:N: ' \
    '--refresh-rate=[Refreshes in a second \[display'\''s\].]:HZ: ' \
    '--window=[The time that a point stands for.]:DURATION: ' \
    '--tolerance=[How far from the average is still stable.]:SHARE: ' \
    '--offset=[A shift.]:NUMBER: ' \
    '--store=[The store.]:PATH:_files' \
    '--color=[When to use colors.]:WHEN:(auto always never)' \
    '(-h --help)'{-h,--help}'[show this help]' \
    '*:PATH:_files'
}

_frames_runs() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C -s \
    '--store=[The store.]:PATH:_files' \
    '--color=[When to use colors.]:WHEN:(auto always never)' \
    '(-h --help)'{-h,--help}'[show this help]' \
    '1: :->command' \
    '*:: :->rest'
  local -a commands=(
    'show:Shows the runs of a suite.'
    'drop:Drops it'\''s runs: all.'
  )
  case $state in
  command) _describe -t commands command commands ;;
  rest)
    case $line[1] in
    show) _frames_runs_show ;;
    drop) _frames_runs_drop ;;
    esac ;;
  esac
}

_frames_runs_show() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C -s \
    '--store=[The store.]:PATH:_files' \
    '--color=[When to use colors.]:WHEN:(auto always never)' \
    '(-h --help)'{-h,--help}'[show this help]' \
    ':SUITE: ' \
    ':STAGE: '
}

_frames_runs_drop() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C -s \
    '--store=[The store.]:PATH:_files' \
    '--color=[When to use colors.]:WHEN:(auto always never)' \
    '(-h --help)'{-h,--help}'[show this help]' \
    ':SUITE: '
}

_frames_completions() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C -s \
    '--store=[The store.]:PATH:_files' \
    '--color=[When to use colors.]:WHEN:(auto always never)' \
    '(-h --help)'{-h,--help}'[show this help]' \
    ':SHELL:(bash zsh fish)'
}

_frames_remote() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C -s \
    '--store=[The store.]:PATH:_files' \
    '--color=[When to use colors.]:WHEN:(auto always never)' \
    '(-h --help)'{-h,--help}'[show this help]' \
    '1: :->command' \
    '*:: :->rest'
  local -a commands=(
    'add:Adds.'
  )
  case $state in
  command) _describe -t commands command commands ;;
  rest)
    case $line[1] in
    add) _frames_remote_add ;;
    esac ;;
  esac
}

_frames_remote_add() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C -s \
    '--store=[The store.]:PATH:_files' \
    '--color=[When to use colors.]:WHEN:(auto always never)' \
    '(-h --help)'{-h,--help}'[show this help]'
}

compdef _frames frames
