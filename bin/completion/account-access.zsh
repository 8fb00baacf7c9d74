#compdef account-access
_account-access() {
  local -a lines items
  local kind line what
  lines=("${(@f)$("${(Q)words[1]}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  kind=$lines[1]
  shift lines
  compset -P '*='
  if [[ $kind == files ]]; then
    _files
    return
  fi
  for line in $lines; do
    what=${line#*$'\t'}
    items+=("${${line%%$'\t'*}//:/\\:}${what:+:$what}")
  done
  if [[ ${items[1]} == *= ]]; then _describe account-access items -S ''; else _describe account-access items; fi
}
if [[ ${funcstack[1]} == _account-access ]]; then _account-access "$@"; else compdef _account-access account-access; fi
