/// The parts of the completion script for bash that the argument parser does not generate.
enum BashCompletion {
    /// The line of the generated script that registers its completion function.
    static let command = "complete -o filenames -F _cloudy cloudy"

    /// The generated script passes words on as typed and lets bash expand the candidates. That
    /// would remove quotes in them, and run commands in the names of tags. This script parses the
    /// line as the shell does, and quotes each candidate so that it stays one word.
    static let wholeWords = #"""
        # Parses a line as the shell does. Sets words to all words but the last, word to the last
        # word, written to its form on the line, and quote to its open quote.
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

        # Adds the lines of the second argument that begin with the current word. Bash replaces
        # only its own part of the word, so this removes the text before that part.
        __cloudy_add_completions() {
            local candidate
            if [[ "${1}" != -W ]]; then
                while IFS='' read -r candidate; do
                    COMPREPLY+=("${candidate}")
                done < <(IFS=$'\n' compgen "${@}" -- "${__cloudy_piece}")
                return
            fi
            compopt +o filenames
            local description
            local -a descriptions=()
            while IFS='' read -r candidate; do
                # A tab separates a candidate from its description.
                description=''
                [[ "${candidate}" == *$'\t'* ]] && description="  ${candidate#*$'\t'}"
                candidate="${candidate%%$'\t'*}"
                [[ -n "${candidate}" && "${candidate}" == "${cur}"* ]] || continue
                descriptions[${#COMPREPLY[@]}]="${description}"
                candidate="${candidate#"${__cloudy_before}"}"
                case "${__cloudy_quote}" in
                \') candidate="${candidate//\'/\'\\\'\'}" ;;
                '"')
                    candidate="${candidate//\\/\\\\}"
                    candidate="${candidate//\"/\\\"}"
                    candidate="${candidate//\$/\\\$}"
                    candidate="${candidate//\`/\\\`}"
                    ;;
                *) printf -v candidate %q "${candidate}" ;;
                esac
                # Bash would treat a quote at the end as the closing quote, so add another.
                [[ -n "${__cloudy_quote}" && "${candidate}" == *"${__cloudy_quote}" ]] &&
                    candidate+="${__cloudy_quote}"
                COMPREPLY+=("${candidate}")
            done <<<"${2}"
            # Add descriptions only if bash lists candidates. For a single one, in menu completion
            # (37), and when bash inserts all of them (42), they would get into the line.
            if ((${#COMPREPLY[@]} > 1 && COMP_TYPE != 37 && COMP_TYPE != 42)); then
                for candidate in "${!descriptions[@]}"; do
                    COMPREPLY[candidate]+="${descriptions[candidate]}"
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
            # In --option=value, complete the value.
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
