/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the input calls a device besides its address: model and driver.
 * Not here: the address (address.c), the figures (facts.c).
 */
#include <stdio.h>
#include <string.h>

#include "diagnose/facts/facts.h"
#include "diagnose/text/text.h"

/* Others than printable ASCII are replaced: what is printed later has to be valid everywhere. */
static void copy_printable(char *out, size_t size, const char *s, size_t length)
{
    size_t n = length < size - 1 ? length : size - 1;

    for (size_t i = 0; i < n; i++)
        out[i] = (char)(s[i] >= ' ' && s[i] <= '~' ? s[i] : '?');
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
}

void ak_device_set_model(struct ak_device *d, const char *model)
{
    const char *revision;

    model = ak_text_skip_blanks(model);
    revision = strstr(model, " (rev ");
    if (*model != '\0')
        copy_printable(d->model, sizeof d->model, model,
                       revision != NULL ? (size_t)(revision - model) : strlen(model));
}

void ak_device_set_driver(struct ak_device *d, const char *driver)
{
    driver = ak_text_skip_blanks(driver);
    if (*driver != '\0')
        copy_printable(d->driver, sizeof d->driver, driver, strcspn(driver, " \t"));
}

char *ak_device_describe(char *out, const struct ak_device *d)
{
    int n = 0;

    out[0] = '\0';
    if (d->model[0] != '\0')
        n = snprintf(out, AK_DESCRIPTION_TEXT, "%s", d->model);
    else if (d->vendor_device != 0)
        n = snprintf(out, AK_DESCRIPTION_TEXT, "[%04x:%04x]", d->vendor_device >> 16,
                     d->vendor_device & 0xFFFFu);
    if (d->driver[0] != '\0')
        (void)snprintf(out + n, AK_DESCRIPTION_TEXT - (size_t)n, "%sdriver %s", n > 0 ? ", " : "",
                       d->driver);
    return out;
}
