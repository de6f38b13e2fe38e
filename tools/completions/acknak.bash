# SPDX-License-Identifier: Apache-2.0
# Completion of the command acknak for bash.

# What stands between the next two lines follows src/sim/options.c: tools/option-docs write.
# begin options
_acknak_sim_options="--seed --rate --max-rate --width --mps --extended-sync --propagation --recovery --skp --skp-interval --l0s --l0s-entry --ack-policy --ack-policy-a --ack-policy-b --ack-limit --ack-limit-a --ack-limit-b --replay-policy --replay-policy-a --replay-policy-b --replay-timer --replay-timer-a --replay-timer-b --replay-buffer --replay-buffer-a --replay-buffer-b --replay-buffer-tlps --replay-buffer-tlps-a --replay-buffer-tlps-b --retrain-limit --retrain-limit-a --retrain-limit-b --rx-delay --rx-delay-a --rx-delay-b --tx-delay --tx-delay-a --tx-delay-b --n-fts --n-fts-a --n-fts-b --internal-delay --internal-delay-a --internal-delay-b --tx-l0s-adjustment --tx-l0s-adjustment-a --tx-l0s-adjustment-b --rx-l0s-adjustment --rx-l0s-adjustment-a --rx-l0s-adjustment-b --report-window-stall --report-window-stall-a --report-window-stall-b --ber --ber-downstream --ber-upstream --burst --burst-downstream --burst-upstream --idle-hits --idle-hits-downstream --idle-hits-upstream --damage-mask --damage-mask-downstream --damage-mask-upstream --lose-mask --lose-mask-downstream --lose-mask-upstream --direction --payload --payload-downstream --payload-upstream --write-interval --write-interval-downstream --write-interval-upstream --write-header --write-header-downstream --write-header-upstream --write-ecrc --write-ecrc-downstream --write-ecrc-upstream --write-tlps --write-tlps-downstream --write-tlps-upstream --reads --read-size --read-size-downstream --read-size-upstream --read-tags --read-tags-downstream --read-tags-upstream --read-latency --read-latency-downstream --read-latency-upstream --read-rcb --read-rcb-downstream --read-rcb-upstream --read-interval --read-interval-downstream --read-interval-upstream --read-header --read-header-downstream --read-header-upstream --read-tlps --read-tlps-downstream --read-tlps-upstream --dllp-every --dllp-every-downstream --dllp-every-upstream --dllp-interval --dllp-interval-downstream --dllp-interval-upstream --dllp-class --dllp-class-downstream --dllp-class-upstream --initial-seq --initial-seq-downstream --initial-seq-upstream --workload --workload-timing --recorded --time --tlps --until --ladder --ladder-rows"
_acknak_sim_words()
{
    case $1 in
    --rate) echo 2.5 5 8 16 32 ;;
    --max-rate) echo 2.5 5 8 16 32 ;;
    --width) echo 1 2 4 8 12 16 32 ;;
    --mps) echo 128 256 512 1024 2048 4096 ;;
    --extended-sync) echo yes no ;;
    --skp) echo yes no ;;
    --l0s) echo yes no ;;
    --ack-policy) echo timer each ;;
    --ack-policy-a) echo timer each ;;
    --ack-policy-b) echo timer each ;;
    --ack-limit) echo table ;;
    --ack-limit-a) echo table ;;
    --ack-limit-b) echo table ;;
    --replay-policy) echo concurrent deferred ;;
    --replay-policy-a) echo concurrent deferred ;;
    --replay-policy-b) echo concurrent deferred ;;
    --replay-timer) echo default table simplified ;;
    --replay-timer-a) echo default table simplified ;;
    --replay-timer-b) echo default table simplified ;;
    --report-window-stall) echo yes no ;;
    --report-window-stall-a) echo yes no ;;
    --report-window-stall-b) echo yes no ;;
    --idle-hits) echo yes no ;;
    --idle-hits-downstream) echo yes no ;;
    --idle-hits-upstream) echo yes no ;;
    --direction) echo none downstream upstream both default ;;
    --write-ecrc) echo yes no ;;
    --write-ecrc-downstream) echo yes no ;;
    --write-ecrc-upstream) echo yes no ;;
    --reads) echo none downstream upstream both ;;
    --dllp-class) echo flow_control other ;;
    --dllp-class-downstream) echo flow_control other ;;
    --dllp-class-upstream) echo flow_control other ;;
    --workload-timing) echo recorded fast ;;
    --recorded) echo none downstream upstream both ;;
    --until) echo none first_delivery first_ack first_nak first_replay first_timeout first_rollover first_retrain first_recovery first_duplicate first_bad_tlp first_bad_dllp first_receiver_error first_protocol_error first_stall first_link_down ;;
    --ladder) echo none all excerpts ;;
    --fault) echo tx_lcrc tlp_err_seq duplicate_tlp nullified_tlp ack_nak_dllp_seq ack_nak_dllp nak_dllp b16_crc_dllp end_edb stp_sdp fcrc_tlp inv_sync_hdr_sym rx_error lose damage stuck ;;
    --event) echo link_down link_up link_disable link_enable recovery ;;
    esac
}
# end options

_acknak_check_options="--rate --max-rate --width --mps --base --extended-sync --l0s-exit --flight
    --reaction --resolution --seen --direction --format --only --limit --json --help"
_acknak_limits_options="--rate --width --mps --max-rate --replay-timer --extended-sync --l0s
    --tx-l0s --rx-l0s --internal-delay --lspci --device --sysfs --json --help"
_acknak_size_options="--cable --ns-per-metre --cells --json --lspci --device --sysfs --help"
_acknak_plot_options="--list --x --y --with --by --where --heat --log --title --output --export --help"
_acknak_rare_options="--event --trials --brute --window --json --help"
_acknak_show_options="--as --output --at --packet --follow --direction --kind --seq --from --to --view --around --context
    --columns --ascii --no-counters --ordered-sets --limit --format --seen --lane-direction --rate --width
    --mps --resolution --check --help"
_acknak_sweep_options="--jobs --output --shard --max-points --hang --no-mpi --json --dry-run --list
    --digest --help"
_acknak_decode_options="--dllp --tlp --json --help"
_acknak_diagnose_options="--json --html --busy --help"
_acknak_watch_options="--interval --samples --once --json --record --sysfs --help"

_acknak()
{
    local word=$2 before=$3 words equals=
    COMPREPLY=()
    # To bash --rate=8 is three words.
    if [ "$word" = = ] || [ "${COMP_WORDS[COMP_CWORD]}" = = ]; then
        word='' before=${COMP_WORDS[COMP_CWORD - 1]} equals=yes
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]} equals=yes
    fi
    # It takes a value behind = only: the next word is a file.
    [ "$before" != --ladder ] || [ -n "$equals" ] || before=
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "sim show check explain diff limits size sweep merge plot rare decode diagnose watch help --help --version" -- "$word")
        return
    fi
    case ${COMP_WORDS[1]} in
    sim)
        case $before in
        --workload | --trace | --scenario-out | --lspci | --sysfs) ;;
        *)
            words=$(_acknak_sim_words "$before")
            # Keys follow a kind.
            case $before in
            --fault | --event) compopt -o nospace 2>/dev/null ;;
            esac
            [ -n "$words" ] || case $word in
            -*) words="$_acknak_sim_options --fault --event --trace --check --json --scenario-out --lspci --device --sysfs --help" ;;
            esac
            ;;
        esac
        ;;
    show)
        case $before in
        --as) words="text trace jsonl csv vcd pcapng svg html" ;;
        --direction | --lane-direction) words="downstream upstream" ;;
        --kind) words="tlp ack nak dllp os link port state fault finding" ;;
        --view | --seen) words="sender probe receiver" ;;
        --around) words="findings errors" ;;
        --check) words="yes no notes" ;;
        --mps) words="128 256 512 1024 2048 4096" ;;
        --rate) words="2.5 5 8 16 32" ;;
        --width) words="1 2 4 8 12 16 32" ;;
        *)
            case $word in
            -*) words=$_acknak_show_options ;;
            esac
            ;;
        esac
        ;;
    check)
        case $before in
        --rate | --max-rate | --width | --mps) words=$(_acknak_sim_words "$before") ;;
        --base) words="1.1 2.1 3.1 4.0 5.0" ;;
        --seen) words="sender probe receiver" ;;
        --direction) words="downstream upstream" ;;
        *)
            case $word in
            -*) words=$_acknak_check_options ;;
            esac
            ;;
        esac
        ;;
    explain)
        words=$(acknak explain 2>/dev/null | sed -n 's/^\([A-Z]*-[0-9]*\) .*/\1/p')
        words="$words --help"
        ;;
    diff)
        case $word in
        -*) words="--format --help" ;;
        esac
        ;;
    plot)
        case $before in
        --log) words="x y xy none" ;;
        --export) words="csv json" ;;
        --x | --y | --by | --where | --title) words=" " ;;
        *)
            case $word in
            -*) words=$_acknak_plot_options ;;
            esac
            ;;
        esac
        ;;
    rare)
        case $before in
        --event) words="all replay_by_nak replay_by_timeout duplicate recovery retrain dead_link undetected_tlp undetected_dllp" ;;
        *)
            words=$(_acknak_sim_words "$before")
            [ -n "$words" ] || case $word in
            -*) words="$_acknak_rare_options $_acknak_sim_options" ;;
            esac
            ;;
        esac
        ;;
    limits)
        words=$(_acknak_sim_words "$before")
        [ -n "$words" ] || words=$_acknak_limits_options
        [ "$before" != --lspci ] || words=
        ;;
    size)
        words=$(_acknak_sim_words "$before")
        case $before:$word in
        --lspci:* | --sysfs:*) ;;
        *:-*) words="${_acknak_sim_options% --ladder*} $_acknak_size_options" ;;
        esac
        ;;
    sweep)
        case $before in
        --output | --digest | -o) ;;
        *)
            case $word in
            -*) words=$_acknak_sweep_options ;;
            esac
            ;;
        esac
        ;;
    merge)
        case $word in
        -*) words="--output --help" ;;
        esac
        ;;
    decode) words=$_acknak_decode_options ;;
    diagnose)
        case $word in
        -*) words=$_acknak_diagnose_options ;;
        esac
        ;;
    watch)
        case $before in
        --record | --sysfs) ;;
        *) words=$_acknak_watch_options ;;
        esac
        ;;
    help) words="sim show check explain diff limits size sweep merge plot rare decode diagnose watch" ;;
    esac
    if [ -n "$words" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _acknak acknak
