# fish completion of account-access
function __account_access_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l command $before[1]
    set -e before[1]
    set -l lines ($command __complete $before "$current" 2>/dev/null)
    set -l start (string match -r '^--[^=]*=' -- $current)
    if test "$lines[1]" = files
        for path in (__fish_complete_path (string replace -r '^[^=]*=' '' -- $current))
            echo "$start$path"
        end
    else
        set -e lines[1]
        for line in $lines
            echo "$start$line"
        end
    end
end
complete -c account-access -f -a '(__account_access_complete)'
