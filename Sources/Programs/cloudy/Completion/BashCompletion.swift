/// The parts of the script for bash that are not the parser's.
enum BashCompletion {
    /// The line that tells bash which function completes.
    static let command = "complete -o filenames -F _cloudy cloudy"

    /// The parser's own script passes on words as written, and lets bash expand its candidates:
    /// quotes in them would be removed, and commands in the names of tags would run. This script
    /// reads the line as the shell does, and writes each candidate so that it is read as one word.
    static let wholeWords = #"""
        # Reads a line as the shell does: words are those before the last, word is the last one,
        # written how that stands there, and quote what is open in it.
        __cloudy_read() {
            local char next
            local -i index
            words=() word='' written='' quote=''
            for ((index = 0; index < ${#1}; index++)); do
                char="${1:index:1}"
                written+="${char}"
                case "${quote}${char}" in
                "''" | '""') quote='' ;;
                \'?) word+="${char}" ;;
                \\ | '"\')
                    index+=1
                    next="${1:index:1}"
                    written+="${next}"
                    [[ -n "${quote}" && "${next}" != [\"\\\$\`] ]] && word+="${char}"
                    word+="${next}"
                    ;;
                '"'?) word+="${char}" ;;
                \' | '"') quote="${char}" ;;
                [[:space:]])
                    [[ -n "${written%?}" ]] && words+=("${word}")
                    word='' written=''
                    ;;
                *) word+="${char}" ;;
                esac
            done
        }

        # Offers those lines of the second argument that go on from the word. Bash puts them in the
        # place of its piece, so what stands before that is left out.
        __cloudy_add_completions() {
            local offer
            if [[ "${1}" != -W ]]; then
                while IFS='' read -r offer; do
                    COMPREPLY+=("${offer}")
                done < <(IFS=$'\n' compgen "${@}" -- "${__cloudy_piece}")
                return
            fi
            compopt +o filenames
            local meaning
            local -a meanings=()
            while IFS='' read -r offer; do
                # What an offer is stands behind a tab.
                meaning=''
                [[ "${offer}" == *$'\t'* ]] && meaning="  ${offer#*$'\t'}"
                offer="${offer%%$'\t'*}"
                [[ -n "${offer}" && "${offer}" == "${cur}"* ]] || continue
                meanings[${#COMPREPLY[@]}]="${meaning}"
                offer="${offer#"${__cloudy_before}"}"
                case "${__cloudy_quote}" in
                \') offer="${offer//\'/\'\\\'\'}" ;;
                '"')
                    offer="${offer//\\/\\\\}"
                    offer="${offer//\"/\\\"}"
                    offer="${offer//\$/\\\$}"
                    offer="${offer//\`/\\\`}"
                    ;;
                *) printf -v offer %q "${offer}" ;;
                esac
                # Bash takes a quote at the end for the one that closes.
                [[ -n "${__cloudy_quote}" && "${offer}" == *"${__cloudy_quote}" ]] &&
                    offer+="${__cloudy_quote}"
                COMPREPLY+=("${offer}")
            done <<<"${2}"
            # Bash types what all have in common, and shows the rest; with one, or one after the
            # other, it types all of it.
            if ((${#COMPREPLY[@]} > 1 && COMP_TYPE != 37 && COMP_TYPE != 42)); then
                for offer in "${!meanings[@]}"; do
                    COMPREPLY[offer]+="${meanings[offer]}"
                done
            fi
        }

        _cloudy_with_whole_words() {
            local -a words
            local word written quote
            __cloudy_read "${COMP_LINE:0:COMP_POINT}"
            local whole="${word}"
            local -r how="${written}" __cloudy_quote="${quote}"
            local -r __cloudy_piece="${2}"
            local -ar after=("${COMP_WORDS[@]:COMP_CWORD+1}")
            # What is joined to an option is its argument.
            local joined=''
            if [[ "${whole}" == --*=* ]]; then
                joined="${whole%%=*}="
                words+=("${joined%=}")
                whole="${whole#*=}"
            fi
            local -a COMP_WORDS=("${words[@]}" "${whole}" "${after[@]}")
            local COMP_CWORD="${#words[@]}"
            local COMP_LINE="${words[*]} ${whole}"
            local COMP_POINT="${#COMP_LINE}"
            __cloudy_read "${how%"${2}"}"
            local -r __cloudy_before="${word#"${joined}"}"
            _cloudy "${1}" "${whole}" "${COMP_WORDS[COMP_CWORD-1]}"
        }
        complete -o filenames -F _cloudy_with_whole_words cloudy
        """#
}
