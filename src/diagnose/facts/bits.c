/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is counted, and every spelling of it.
 * Not here: who saw it (facts.c), what it means (verdict.c).
 */
#include "diagnose/facts/bits.h"

#include <stdlib.h>
#include <string.h>

#include "diagnose/text/text.h"

static const struct {
    const char *name;
    unsigned position;
} bits[AK_BIT_COUNT] = {
    [AK_BIT_RXERR] = {"RxErr", 0},
    [AK_BIT_BADTLP] = {"BadTLP", 6},
    [AK_BIT_BADDLLP] = {"BadDLLP", 7},
    [AK_BIT_ROLLOVER] = {"Rollover", 8},
    [AK_BIT_TIMEOUT] = {"Timeout", 12},
    [AK_BIT_DLP] = {"DLP", 4},
    [AK_BIT_SDES] = {"SDES", 5},
    [AK_BIT_REPLAYS] = {"Replays", 0},
    [AK_BIT_NAKS_SENT] = {"NaksSent", 0},
    [AK_BIT_NAKS_RECEIVED] = {"NaksReceived", 0},
    [AK_BIT_RECOVERIES] = {"Recoveries", 0},
};

const char *ak_bit_name(enum ak_bit bit)
{
    return bit < AK_BIT_COUNT ? bits[bit].name : "other";
}

unsigned ak_bit_position(enum ak_bit bit)
{
    return bit < AK_BIT_COUNT ? bits[bit].position : 0;
}

bool ak_bit_is_uncorrectable(enum ak_bit bit)
{
    return bit == AK_BIT_DLP || bit == AK_BIT_SDES;
}

struct spelling {
    const char *squashed;
    enum ak_bit bit;
};

/* Letters and digits in lower case, sorted. */
static const struct spelling spellings[] = {
    {"acsviol", AK_BIT_OTHER},
    {"acsviolation", AK_BIT_OTHER},
    {"advisorynonfatal", AK_BIT_OTHER},
    {"advisorynonfatalerror", AK_BIT_OTHER},
    {"advnonfatal", AK_BIT_OTHER},
    {"advnonfatalerr", AK_BIT_OTHER},
    {"atomicopblocked", AK_BIT_OTHER},
    {"atomicopegressblocked", AK_BIT_OTHER},
    {"baddllp", AK_BIT_BADDLLP},
    {"baddllpcount", AK_BIT_BADDLLP},
    {"baddllperr", AK_BIT_BADDLLP},
    {"baddllperror", AK_BIT_BADDLLP},
    {"baddllps", AK_BIT_BADDLLP},
    {"baddllpstatus", AK_BIT_BADDLLP},
    {"badtlp", AK_BIT_BADTLP},
    {"badtlpcount", AK_BIT_BADTLP},
    {"badtlperr", AK_BIT_BADTLP},
    {"badtlperror", AK_BIT_BADTLP},
    {"badtlps", AK_BIT_BADTLP},
    {"badtlpstatus", AK_BIT_BADTLP},
    {"bit4", AK_BIT_DLP},
    {"bit5", AK_BIT_SDES},
    {"blockedtlp", AK_BIT_OTHER},
    {"cmpltabrt", AK_BIT_OTHER},
    {"cmpltto", AK_BIT_OTHER},
    {"completerabort", AK_BIT_OTHER},
    {"completiontimeout", AK_BIT_OTHER},
    {"correctableerrors", AK_BIT_OTHER},
    {"correctedinternal", AK_BIT_OTHER},
    {"correctedinternalerror", AK_BIT_OTHER},
    {"corrinterr", AK_BIT_OTHER},
    {"datalinkprotocol", AK_BIT_DLP},
    {"datalinkprotocolerror", AK_BIT_DLP},
    {"dlp", AK_BIT_DLP},
    {"ecrc", AK_BIT_OTHER},
    {"ecrcerror", AK_BIT_OTHER},
    {"fcp", AK_BIT_OTHER},
    {"flowcontrolprotocol", AK_BIT_OTHER},
    {"flowcontrolprotocolerror", AK_BIT_OTHER},
    {"headerlogoverflow", AK_BIT_OTHER},
    {"headerof", AK_BIT_OTHER},
    {"internalce", AK_BIT_OTHER},
    {"l0torecovery", AK_BIT_RECOVERIES},
    {"l0torecoverycount", AK_BIT_RECOVERIES},
    {"l0torecoverycountacc", AK_BIT_RECOVERIES},
    {"l0torecoverycounter", AK_BIT_RECOVERIES},
    {"lcrcerror", AK_BIT_OTHER},
    {"lcrcerrorcount", AK_BIT_OTHER},
    {"malformedtlp", AK_BIT_OTHER},
    {"malftlp", AK_BIT_OTHER},
    {"nackreceivedcount", AK_BIT_NAKS_RECEIVED},
    {"nacksentcount", AK_BIT_NAKS_SENT},
    {"nacreceivedcount", AK_BIT_NAKS_RECEIVED},
    {"nacsentcount", AK_BIT_NAKS_SENT},
    {"nakreceived", AK_BIT_NAKS_RECEIVED},
    {"nakreceivedcount", AK_BIT_NAKS_RECEIVED},
    {"nakreceivedcountacc", AK_BIT_NAKS_RECEIVED},
    {"naksent", AK_BIT_NAKS_SENT},
    {"naksentcount", AK_BIT_NAKS_SENT},
    {"naksentcountacc", AK_BIT_NAKS_SENT},
    {"naksreceived", AK_BIT_NAKS_RECEIVED},
    {"naksreceivedcount", AK_BIT_NAKS_RECEIVED},
    {"nakssent", AK_BIT_NAKS_SENT},
    {"nakssentcount", AK_BIT_NAKS_SENT},
    {"nonfatalerr", AK_BIT_OTHER},
    {"phyreceivererror", AK_BIT_RXERR},
    {"poisonedtlp", AK_BIT_OTHER},
    {"poisontlpblocked", AK_BIT_OTHER},
    {"receivererr", AK_BIT_RXERR},
    {"receivererror", AK_BIT_RXERR},
    {"receivererrorcount", AK_BIT_RXERR},
    {"receivererrors", AK_BIT_RXERR},
    {"receivererrorstatus", AK_BIT_RXERR},
    {"receiveroverflow", AK_BIT_OTHER},
    {"recoverycount", AK_BIT_RECOVERIES},
    {"recverror", AK_BIT_RXERR},
    {"recverrorcount", AK_BIT_RXERR},
    {"relaynumrollover", AK_BIT_ROLLOVER},
    {"replaycount", AK_BIT_REPLAYS},
    {"replaycountacc", AK_BIT_REPLAYS},
    {"replaycounter", AK_BIT_REPLAYS},
    {"replaynumberrollover", AK_BIT_ROLLOVER},
    {"replaynumberrollovers", AK_BIT_ROLLOVER},
    {"replaynumrollover", AK_BIT_ROLLOVER},
    {"replaynumrollovercount", AK_BIT_ROLLOVER},
    {"replaynumrollovererror", AK_BIT_ROLLOVER},
    {"replayrollover", AK_BIT_ROLLOVER},
    {"replayrollovercount", AK_BIT_ROLLOVER},
    {"replayrollovercountacc", AK_BIT_ROLLOVER},
    {"replayrollovercounter", AK_BIT_ROLLOVER},
    {"replayrollovererr", AK_BIT_ROLLOVER},
    {"replayrollovers", AK_BIT_ROLLOVER},
    {"replayssincereset", AK_BIT_REPLAYS},
    {"replaytimeout", AK_BIT_TIMEOUT},
    {"replaytimeoutcount", AK_BIT_TIMEOUT},
    {"replaytimeouterror", AK_BIT_TIMEOUT},
    {"replaytimertimeout", AK_BIT_TIMEOUT},
    {"replaytimertimeoutcount", AK_BIT_TIMEOUT},
    {"replaytimertimeouterror", AK_BIT_TIMEOUT},
    {"retrytlp", AK_BIT_REPLAYS},
    {"rollover", AK_BIT_ROLLOVER},
    {"rollovererr", AK_BIT_ROLLOVER},
    {"rxerr", AK_BIT_RXERR},
    {"rxerror", AK_BIT_RXERR},
    {"rxnakdllp", AK_BIT_NAKS_RECEIVED},
    {"rxof", AK_BIT_OTHER},
    {"sdes", AK_BIT_SDES},
    {"surprisedown", AK_BIT_SDES},
    {"surprisedownerror", AK_BIT_SDES},
    {"surpriselinkdown", AK_BIT_SDES},
    {"timeout", AK_BIT_TIMEOUT},
    {"timeouterr", AK_BIT_TIMEOUT},
    {"tlp", AK_BIT_OTHER},
    {"txnakdllp", AK_BIT_NAKS_SENT},
    {"uncorrectableinternalerror", AK_BIT_OTHER},
    {"uncorrinterr", AK_BIT_OTHER},
    {"unexpectedcompletion", AK_BIT_OTHER},
    {"unsupportedrequest", AK_BIT_OTHER},
    {"unsupreq", AK_BIT_OTHER},
    {"unxcmplt", AK_BIT_OTHER},
};

static int compare_spelling(const void *key, const void *element)
{
    return strcmp(key, ((const struct spelling *)element)->squashed);
}

/* Words that tools put before and after the name proper. */
static const char *const leads[] = {"nvmlfidev", "nvidiasmi", "dcgmfidev", "amd",
                                    "gpu",       "pcie",      "count",     "aer"};

enum ak_bit ak_bit_from_name(const char *name, size_t length)
{
    char squashed[64];
    const char *s = squashed;
    const struct spelling *found;

    if (length > 60)
        return AK_BIT_UNKNOWN;
    ak_text_squash(squashed, sizeof squashed, name, length);
    found = bsearch(s, spellings, sizeof spellings / sizeof spellings[0], sizeof spellings[0],
                    compare_spelling);
    for (size_t i = 0; found == NULL && i < sizeof leads / sizeof leads[0]; i++) {
        if (ak_text_take(&s, leads[i]))
            found = bsearch(s, spellings, sizeof spellings / sizeof spellings[0],
                            sizeof spellings[0], compare_spelling);
    }
    return found != NULL ? found->bit : AK_BIT_UNKNOWN;
}
