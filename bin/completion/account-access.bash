# bash completion of account-access
_account_access() {
  local current="${COMP_WORDS[COMP_CWORD]}" before='' kind='' line
  COMPREPLY=()
  while IFS='' read -r line; do
    if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("${line%%$'\t'*}"); fi
  done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ $current == '=' ]]; then current=''; fi
  if [[ $current == *=* ]]; then before="${current%%=*}="; current="${current#*=}"; fi
  if [[ $kind == files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS='' read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
  elif [[ ${COMPREPLY[0]-} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
  if [[ -n $before ]]; then COMPREPLY=("${COMPREPLY[@]/#/$before}"); fi
}
complete -F _account_access account-access
